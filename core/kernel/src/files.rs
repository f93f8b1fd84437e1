//! Files that are built in: found by name without a look at the others, so that a game can have tens of
//! thousands of definitions.

/// Files, each as its path and then its content. A file is found by its name, in whichever folder it stands: no
/// two have the same name, and they stand in byte order of the names.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// All paths and contents.
    pub text: &'static str,
    /// For each file, in bytes of the text, where its path begins and where its content does.
    pub index: &'static [(u32, u32)],
}

impl Files {
    /// No files.
    pub const NONE: Files = Files { text: "", index: &[] };

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Path and content of the file with this name.
    pub fn get(&self, name: &str) -> Option<(&'static str, &'static str)> {
        let found = self
            .index
            .binary_search_by(|(path, content)| self::name(slice(self.text, *path, *content)).cmp(name));
        found.ok().map(|place| self.at(place))
    }

    /// Every file's path and content, in byte order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let files = *self;
        (0..files.len()).map(move |place| files.at(place))
    }

    fn at(&self, place: usize) -> (&'static str, &'static str) {
        let (path, content) = self.index[place];
        let end = self.index.get(place + 1).map_or(self.text.len() as u32, |next| next.0);
        (slice(self.text, path, content), slice(self.text, content, end))
    }
}

fn slice(text: &'static str, from: u32, to: u32) -> &'static str {
    text.get(from as usize..to as usize).unwrap_or_default()
}

/// The name at the end of a path that is written with forward slashes.
pub fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::Files;

    #[test]
    fn a_file_is_found_by_its_name() {
        let files = Files { text: "b/a.ronAb.ronBBa/z.ron", index: &[(0, 7), (8, 13), (15, 22)] };
        let [a, b, z] = [("b/a.ron", "A"), ("b.ron", "BB"), ("a/z.ron", "")];
        assert_eq!(files.iter().collect::<Vec<_>>(), [a, b, z]);
        assert_eq!((files.get("a.ron"), files.get("b.ron"), files.get("z.ron")), (Some(a), Some(b), Some(z)));
        assert_eq!((files.get("c.ron"), files.get("a/z.ron"), files.get("")), (None, None, None));
    }
}
