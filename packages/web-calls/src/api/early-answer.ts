/** A call that `first-paint.js` sent while the program was on its way. */
interface EarlyCall {
  method: string
  url: string
  body: string | Blob | undefined
  language: string
  token: string
  /** When it was sent, by the clock of the page. */
  atMs: number
  answer: Promise<Response>
}

/** As long as an answer is fresh for those who ask again. */
const FRESH_MS = 30_000

/** An answer that fails, or whose caller gives up, is as late as one asked for now. */
function orGivenUp(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    answer.then(resolve, reject)
  })
}

/** The answer to a call that the page has sent before its program was there; each is taken once. */
export function takeEarly(
  { method, url, body, language, token }: Omit<EarlyCall, 'atMs' | 'answer'>,
  signal: AbortSignal,
): Promise<Response> | null {
  const { qdEarly = [] } = window as { qdEarly?: EarlyCall[] }
  const at = qdEarly.findIndex((call) => call.method === method && call.url === url && call.body === body)
  const call = at === -1 ? undefined : qdEarly.splice(at, 1)[0]
  if (call === undefined) return null
  const isFresh = performance.now() - call.atMs <= FRESH_MS
  if (isFresh && call.language === language && call.token === token) return orGivenUp(call.answer, signal)
  // An answer that nobody reads holds its connection.
  call.answer.then(
    (response) => response.body?.cancel(),
    () => undefined,
  )
  return null
}
