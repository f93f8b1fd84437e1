//! Where a server is, and who may ask it: browsers lead pages from elsewhere here.

use std::net::{IpAddr, SocketAddr};

/// Where this server is.
pub struct ServerAddress {
    /// Its address.
    pub address: SocketAddr,
    /// By what names it is asked beside its address.
    names: Vec<String>,
}

impl ServerAddress {
    /// A server at this address, which is asked by these names too.
    pub fn new(address: SocketAddr, names: &[String]) -> ServerAddress {
        ServerAddress { address, names: names.to_vec() }
    }

    /// Returns whether a page of this origin is one of this server, which was asked as `host`. Programs have no origin.
    pub fn is_origin(&self, host: &str, origin: Option<&str>) -> bool {
        self.is(host) && origin.is_none_or(|origin| origin == format!("http://{host}"))
    }

    /// Returns whether `host`, as a browser names it, is this server. A name of elsewhere can be made to lead
    /// here (DNS rebinding), an address cannot.
    pub fn is(&self, host: &str) -> bool {
        let name = host
            .rsplit_once(':')
            .map_or(host, |(name, _)| if name.ends_with(']') || !name.contains(':') { name } else { host });
        let here = self.address.ip();
        let local = here.is_loopback() || here.is_unspecified();
        let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
        let fits =
            |ip: IpAddr| here.is_unspecified() || ip == here || (here.is_loopback() && ip.is_loopback());
        local && name.eq_ignore_ascii_case("localhost")
            || address.is_ok_and(fits)
            || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}
