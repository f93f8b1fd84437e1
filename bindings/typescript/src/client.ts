import type {
  Answers,
  Checked,
  Closed,
  Done,
  Drawn,
  Greeting,
  Looked,
  Matches,
  Notification,
  OpenedFact,
  Prompts,
  Request,
  Sealed,
  Signed,
  Standing,
  Told,
} from './protocol.js';

/** Where lines go and come from. */
export interface Transport {
  send(line: string): void;
  /** Calls `line` for each line that comes, and `end` once when no more will come. */
  listen(line: (text: string) => void, end: (why: Error) => void): void;
  close(): void;
}

/** A request that the engine did not obey. Nothing has changed, unless the code is `limit`, `internal` or `log`. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly remedy?: string,
    /** The number of the rule that the answer breaks. */
    readonly rule?: string,
  ) {
    super(message);
  }
}

type Body<R> = R extends { id?: unknown } ? Omit<R, 'id'> : never;

/** What is told in response to a request, by its word; the others tell how the match stands. */
interface Results {
  hello: Greeting;
  view: Looked;
  history: Told;
  legal: Answers;
  sample: Answers;
  check: Checked;
  draws: Drawn;
  disclose: OpenedFact;
  prompts: Prompts;
  matches: Matches;
  seal: Sealed;
  sign: Signed;
  close: Closed;
  withheld: Closed;
  unwatch: Done;
  away: Done;
  back: Done;
  note: Done;
  penalty: Done;
}
type Result<W extends Request['do']> = W extends keyof Results ? Results[W] : Standing;
type Waiting = { settle: (ok: never) => void; fail: (why: Error) => void };

/** A client of `duelog engine --protocol 2`: requests by number, news as they come. */
export class Client {
  #last = 0;
  #ended: Error | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #news = new Set<(news: Notification) => void>();

  constructor(private readonly transport: Transport) {
    transport.listen(
      (text) => this.#take(text),
      (why) => this.#end(why),
    );
  }

  /** Sends a request, and returns what stands in the `ok` of its response; one that is not obeyed throws `Refused`. */
  ask<R extends Body<Request>>(request: R): Promise<Result<R['do']>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#last;
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { settle, fail });
      this.transport.send(JSON.stringify({ id, ...request }));
    });
  }

  /** Calls `heard` for each notification about matches that are watched; returns how to stop that. */
  onNews(heard: (news: Notification) => void): () => void {
    this.#news.add(heard);
    return () => this.#news.delete(heard);
  }

  close(): void {
    this.transport.close();
  }

  #take(text: string): void {
    if (!text.trim()) return;
    const line = JSON.parse(text) as { id?: number; ok?: never; error?: Refused } & Notification;
    const waiting = line.id === undefined ? undefined : this.#waiting.get(line.id);
    if (waiting && line.id !== undefined) {
      this.#waiting.delete(line.id);
      const { error } = line;
      if (error) waiting.fail(new Refused(error.code, error.message, error.remedy, error.rule));
      else waiting.settle(line.ok as never);
    } else if ('event' in line) {
      for (const heard of this.#news) heard(line);
    }
  }

  #end(why: Error): void {
    this.#ended = why;
    for (const { fail } of this.#waiting.values()) fail(why);
    this.#waiting.clear();
  }
}

/** Lines over a WebSocket that is open or will be: `new WebSocket('ws://127.0.0.1:40123/')`. */
export function overWebSocket(socket: WebSocket): Transport {
  const opened = new Promise<void>((open) => {
    if (socket.readyState === socket.OPEN) open();
    else socket.addEventListener('open', () => open(), { once: true });
  });
  return {
    send: (line) => void opened.then(() => socket.send(line)),
    listen: (line, end) => {
      socket.addEventListener('message', ({ data }) => line(String(data)));
      socket.addEventListener('close', ({ code }) => end(new Error(`the connection is closed (${code})`)), { once: true });
    },
    close: () => socket.close(),
  };
}

/** Lines over the standard streams of a program that Node has started: `spawn('duelog', ['engine', '--protocol', '2'])`. */
export function overStreams(input: NodeJS.WritableStream, output: NodeJS.ReadableStream): Transport {
  return {
    send: (line) => void input.write(`${line}\n`),
    listen: (line, end) => {
      let rest = '';
      output.setEncoding('utf8');
      output.on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(line);
      });
      output.once('end', () => end(new Error('the engine has ended')));
      input.on('error', (why: Error) => end(why));
    },
    close: () => input.end(),
  };
}
