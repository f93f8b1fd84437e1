/** Verifies beside the page, which stays responsive meanwhile. */
import { Duelog } from '../src/program.js';

const scope = self as unknown as { onmessage: (message: MessageEvent) => void; postMessage(value: unknown): void };
let program: Promise<Duelog> | undefined;

scope.onmessage = async ({ data }: MessageEvent<{ program: ArrayBuffer } | { name: string; log: Uint8Array }>) => {
  if ('program' in data) {
    program = Duelog.load(data.program);
    await program.catch(() => {});
    return;
  }
  try {
    const duelog = await program!;
    scope.postMessage({ finding: await duelog.verify(data.log, data.name) });
    scope.postMessage({ report: await duelog.report(data.log, data.name) });
  } catch (error) {
    const { message, remedy } = error as { message: string; remedy?: string };
    scope.postMessage({ fault: message, remedy });
  }
};
