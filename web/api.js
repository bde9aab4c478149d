// Questions to the server: one question, one answer, or a stream with progress.
//
// Every request goes to the server the page came from; nothing else is asked.

/** The answer of `POST /api/<command>`; throws an Error with the server's sentence. */
export async function ask(command, body = {}, { signal } = {}) {
  return decode(await post(command, body, signal));
}

/** The tree of a file's bytes, in any character set: the JSON of `POST /api/tree`. */
export async function readTree(bytes) {
  const response = await reach('/api/tree', { method: 'POST', body: bytes });
  return decode(response);
}

/**
 * Asks and hears of progress: `onProgress({seconds, nodes})` a few times a
 * second, then the promise gives the answer. Aborting the signal stops the
 * search on the server as well.
 */
export async function stream(command, body = {}, { onProgress, signal } = {}) {
  const response = await post(command, { ...body, stream: true }, signal);
  if (!response.ok || !(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    return decode(response);
  }
  for await (const { event, data } of events(response.body)) {
    if (event === 'progress') onProgress?.(JSON.parse(data));
    else if (event === 'answer') return parseAnswer(data);
    else if (event === 'error') throw new Error(sentence(data));
  }
  throw new Error('the server closed the connection before it answered');
}

function post(command, body, signal) {
  return reach(`/api/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
}

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('the server does not answer; is `tedomari serve` still running?');
  }
}

async function decode(response) {
  const text = await response.text();
  if (response.ok) return parseAnswer(text);
  throw new Error(sentence(text) || `the server answered ${response.status}`);
}

/** Answers are JSON; reports and pictures come as text. */
function parseAnswer(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sentence(text) {
  try {
    return JSON.parse(text).error ?? text;
  } catch {
    return text;
  }
}

/** Server-sent events out of a byte stream. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value;
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop();
      for (const block of blocks) {
        let event = 'message';
        const data = [];
        for (const line of block.split(/\r?\n/)) {
          if (line.startsWith('event:')) event = line.slice(6).trim();
          else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
        }
        if (data.length) yield { event, data: data.join('\n') };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
