import { handleAsk } from './handle-ask.ts'
import type { Ask } from './messages.ts'

/*
 * Runs beside the page: a value that hangs or asks for too much hangs here, and is ended with the worker. The server gives
 * this script a policy of its own, which alone may compile WebAssembly (apps/server/listen/serve-web.ts).
 */
const post = (message: unknown): void =>
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- of a worker, not of a window
  (self as unknown as { postMessage(data: unknown): void }).postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  handleAsk(data).then(
    (value) => post({ ok: true, value }),
    (error: unknown) => post({ ok: false, message: error instanceof Error ? error.message : String(error) }),
  )
})
