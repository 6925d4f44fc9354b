export interface ProbeResult {
  healthy: boolean;
  /** The answer, or the error. */
  message: string;
}

const maxMessageLength = 10_240;
/** Components on loopback have no certificate that could be verified. */
const options = { connect: { rejectUnauthorized: false }, pipelining: 0 };

/** Asks a component for its health: any answer below 400 is good. Never rejects. `timeout` in milliseconds. */
export async function probeHealth(url: string, timeout: number): Promise<ProbeResult> {
  // Loaded when it is needed: it takes longer than the rest of a start.
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent(options);
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(timeout) });
    const text = (await body.text()).slice(0, maxMessageLength);
    if (statusCode < 400) return { healthy: true, message: text };
    return { healthy: false, message: `HTTP probe failed with statuscode: ${statusCode}` };
  } catch (error) {
    return { healthy: false, message: `Get "${url}": ${reasonOf(url, error as NodeJS.ErrnoException)}` };
  } finally {
    await dispatcher.destroy();
  }
}

function reasonOf(url: string, { code, message }: NodeJS.ErrnoException): string {
  return code === 'ECONNREFUSED' ? `dial tcp ${new URL(url).host}: connect: connection refused` : message;
}
