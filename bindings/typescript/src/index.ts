/** Duelog for Node and the browser: the program as WebAssembly, and a client of protocol 2 of its engine. */
export { Client, Refused, overStreams, overWebSocket } from './client.js';
export type { Transport } from './client.js';
export { Duelog, Fault } from './program.js';
export type { Answer, Finding, Moment, Verdict } from './program.js';
export type * as protocol from './protocol.js';
