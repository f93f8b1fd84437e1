/** Duelog for Node and the browser: the program as WebAssembly, and a client of protocol 2 of its engine. */
export { Client, Refused, overStreams, overWebSocket } from './client.js';
export type { Transport } from './client.js';
export { Duelog, Fault } from './program.js';
export type { Answer, Moment } from './program.js';
export type { Judged as Finding, Verdict } from './output.js';
export type * as output from './output.js';
export type { Printed } from './printed.js';
export type * as printed from './printed.js';
export type * as protocol from './protocol.js';
