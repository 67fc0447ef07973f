import { TEXT_TYPE } from '@qd/contract-kit'
import type { Envelope } from '@qd/contract-kit'

export interface Answer<T = unknown> {
  http: number
  body: Envelope<T>
}

/** Speaks to a console over the network as one signed-in user, or as nobody. */
export interface Speaker {
  readonly token: string | null
  readonly origin: string
  get<T = unknown>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  /** For calls with `textLimit`. */
  postText<T = unknown>(path: string, body: unknown, text: string): Promise<Answer<T>>
}

export function speakTo(origin: string, token: string | null): Speaker {
  const send = async <T>(path: string, init: RequestInit): Promise<Answer<T>> => {
    const answer = await fetch(origin + path, init)
    const text = await answer.text()
    // A file is no envelope; what it holds is for others to look at.
    const isFile = answer.headers.has('content-disposition')
    const body = isFile ? { status: 0, msg: '', data: text, requestId: '' } : (JSON.parse(text) as unknown)
    return { http: answer.status, body: body as Envelope<T> }
  }
  const auth: Record<string, string> = token === null ? {} : { token, authorization: `Bearer ${token}` }
  return {
    token,
    origin,
    get: (path, headers) => send(path, { headers: { ...auth, ...headers } }),
    post: (path, body = {}, headers) =>
      send(path, {
        method: 'POST',
        headers: { ...auth, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    postText: (path, body, text) =>
      send(path, {
        method: 'POST',
        headers: { ...auth, 'content-type': TEXT_TYPE },
        body: `${JSON.stringify(body)}\n${text}`,
      }),
  }
}
