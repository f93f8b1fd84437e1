import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Explained, Info, Judged, Table } from './output.js';
import type { Printed } from './printed.js';

/** What a command line gives: its exit code, what it prints, and the files that it has made. */
export interface Answer {
  code: number;
  out: string;
  errors: string;
  files: Record<string, Uint8Array>;
}

/** A moment as `--at` takes it: the number of a decision, or a turn and step such as `t5.combat.blocks`. */
export type Moment = number | string;

/** A command that failed: wrong use, or a log that cannot be read. */
export class Fault extends Error {
  constructor(
    message: string,
    /** What can be done about it. */
    readonly remedy: string,
    readonly code: number,
  ) {
    super(message);
  }
}

/** Where the program finds its files. */
const FOLDER = '/';

/** "The function is not there", as the program's libc numbers it: the standard library then knows that there are no threads. */
const ENOSYS = 52;

/**
 * The program's libc lacks these (`libc.txt`). Where it keeps the last error code: the lowest word of the stack serves, as nothing of
 * what runs here looks at it.
 */
const LIBC = {
  __errno_location: () => 0,
  fchmod: () => -1,
  pthread_attr_destroy: () => 0,
  pthread_attr_init: () => 0,
  pthread_attr_setstacksize: () => 0,
  pthread_create: () => ENOSYS,
  pthread_detach: () => ENOSYS,
  pthread_join: () => ENOSYS,
  realpath: () => 0,
};

/** The program, compiled once; every command runs in an instance of its own and sees the files that it is given and no others. */
export class Duelog {
  private constructor(private readonly module: WebAssembly.Module) {}

  /** Compiles `duelog.wasm`, unless that is done. */
  static async load(program: BufferSource | WebAssembly.Module): Promise<Duelog> {
    return new Duelog(program instanceof WebAssembly.Module ? program : await WebAssembly.compile(program));
  }

  /** Runs a command line, as `duelog WORDS..` in a folder with these files. */
  async run(words: string[], files: Record<string, Uint8Array> = {}): Promise<Answer> {
    const out = collector();
    const errors = collector();
    const folder = new PreopenDirectory(
      FOLDER,
      new Map(Object.entries(files).map(([name, bytes]) => [name, new File(bytes)] as [string, File])),
    );
    const stdin = new OpenFile(new File(new Uint8Array()));
    const wasi = new WASI(['duelog', ...words], [], [stdin, out.to, errors.to, folder], { debug: false });
    const imports = { wasi_snapshot_preview1: wasi.wasiImport, env: LIBC };
    const instance = await WebAssembly.instantiate(this.module, imports);
    const code = wasi.start(instance as unknown as Parameters<WASI['start']>[0]);
    const made = [...folder.dir.contents].filter((entry): entry is [string, File] => entry[1] instanceof File);
    return { code, out: out.text(), errors: errors.text(), files: Object.fromEntries(made.map(([name, file]) => [name, file.data])) };
  }

  /** The verdict on a log. */
  async verify(log: Uint8Array, name = 'match.duelog'): Promise<Judged> {
    return this.#json<Judged>(['verify', name], name, log);
  }

  /** A page of the match, to be looked at step by step: HTML that asks for nothing from elsewhere. */
  async report(log: Uint8Array, name = 'match.duelog', words: string[] = []): Promise<string> {
    const answer = await this.run(['report', name, '--out', 'report.html', ...words], { [name]: log });
    const page = answer.files['report.html'];
    if (!page) throw fault(answer);
    return new TextDecoder().decode(page);
  }

  /** The table at a moment, as a seat sees it, or everybody, or a judge. */
  async show(log: Uint8Array, at: Moment, viewer: number | 'public' | 'judge' = 'judge'): Promise<Table> {
    const as = typeof viewer === 'number' ? ['--seat', String(viewer)] : [`--${viewer}`];
    return this.#json(['show', 'match.duelog', '--at', String(at), ...as], 'match.duelog', log);
  }

  /** What a log is about: game, players, decks, seals. */
  async info(log: Uint8Array): Promise<Info> {
    return this.#json(['info', 'match.duelog'], 'match.duelog', log);
  }

  /** Why the table is as it is at a decision, by the numbers of the rules. */
  async explain(log: Uint8Array, at: Moment): Promise<Explained> {
    return this.#json(['explain', 'match.duelog', '--at', String(at)], 'match.duelog', log);
  }

  /** All lines that a command prints as JSON: `lines('decks check', ['a.deck'], { 'a.deck': bytes })`. */
  async lines<Command extends keyof Printed>(command: Command, words: string[], files: Record<string, Uint8Array> = {}): Promise<Printed[Command][]> {
    const answer = await this.run(['--format', 'json', ...command.split(' '), ...words], files);
    if (!answer.out) throw fault(answer);
    return answer.out.trimEnd().split('\n').map((line) => JSON.parse(line) as Printed[Command]);
  }

  /** The first line that a command prints as JSON. */
  async #json<T>(words: string[], name: string, log: Uint8Array): Promise<T> {
    const answer = await this.run(['--format', 'json', ...words], { [name]: log });
    const line = answer.out.split('\n', 1)[0];
    if (!line) throw fault(answer);
    return JSON.parse(line) as T;
  }
}

function collector() {
  const chunks: Uint8Array[] = [];
  return {
    to: new ConsoleStdout((chunk) => chunks.push(chunk.slice())),
    text: () => {
      const reader = new TextDecoder();
      return chunks.map((chunk) => reader.decode(chunk, { stream: true })).join('') + reader.decode();
    },
  };
}

function fault({ code, errors }: Answer): Fault {
  try {
    const { error, remedy } = JSON.parse(errors) as { error: string; remedy: string };
    return new Fault(error, remedy, code);
  } catch {
    return new Fault(errors.trim() || `the program ended with code ${code}`, '', code);
  }
}
