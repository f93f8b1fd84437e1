/** Verifies beside the page, which stays responsive meanwhile. */
import { Duelog } from '../src/program.js';
import type { Judged } from '../src/output.js';

/** A question about a log. */
export interface Job {
  /** Its answer has the same. */
  number: number;
  job: 'verify' | 'report';
  name: string;
  log: Uint8Array<ArrayBuffer>;
}

/** Its answer. */
export interface Answer {
  finding?: Judged;
  report?: string;
  fault?: string;
  remedy?: string;
}

const scope = self as unknown as { onmessage: (message: MessageEvent) => void; postMessage(answer: Answer & { number: number }): void };
let program: Promise<Duelog> | undefined;

scope.onmessage = async ({ data }: MessageEvent<{ program: WebAssembly.Module } | Job>) => {
  if ('program' in data) {
    program = Duelog.load(data.program);
    await program.catch(() => {});
    return;
  }
  scope.postMessage({ number: data.number, ...(await answered(data)) });
};

async function answered({ job, name, log }: Job): Promise<Answer> {
  try {
    const duelog = await program!;
    return job === 'verify' ? { finding: await duelog.verify(log, name) } : { report: await duelog.report(log, name) };
  } catch (error) {
    const { message, remedy } = error as { message: string; remedy?: string };
    return { fault: message, remedy };
  }
}
