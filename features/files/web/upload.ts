import { CallError, kitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { fileBegin, fileDiscard, fileFinish, filePart } from '../contract/index.ts'

/** A part is the step of the progress, and what a cut connection costs. */
const PART_BYTES = 2 * 1_048_576

export interface UploadView {
  readonly sent: number
  /** Why it stands still; null while it goes on. */
  readonly error: unknown
  /** Set once all of it is there. */
  readonly fileId: string | null
}

const asked = { tag: 'files:title', told: 'place' } as const

/** Of a page without TLS on another machine the browser computes no hashes: the part goes without one. */
async function hashOf(bytes: ArrayBuffer): Promise<string | undefined> {
  if (globalThis.crypto.subtle === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where the upload stands, when the server says that it stands elsewhere. */
function receivedOf(error: unknown): number | null {
  if (!(error instanceof CallError)) return null
  const { received } = (error.details ?? {}) as { received?: unknown }
  return typeof received === 'number' ? received : null
}

/** One file on its way; it goes on while another tab is in view, and after a fault from where it stopped. */
export class Upload {
  #view: UploadView = { sent: 0, error: null, fileId: null }
  #begun: string | null = null
  #ending: AbortController | null = null
  readonly #listeners = new Set<() => void>()
  readonly file: File
  readonly #use: string

  constructor(file: File, use: string) {
    this.file = file
    this.#use = use
  }

  readonly view = (): UploadView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins, or goes on after a fault; does nothing while it is on its way or done. */
  readonly start = (): void => {
    if (this.#ending?.signal.aborted === false || this.#view.fileId !== null) return
    const ending = new AbortController()
    this.#ending = ending
    this.#show({ error: null })
    void this.#run(ending.signal).finally(() => {
      if (this.#ending === ending) this.#ending = null
    })
  }

  /** Stands still until it is started again; the page that shows it is out of view. */
  readonly pause = (): void => this.#ending?.abort()

  /** Ends it, and takes back what is there. */
  readonly cancel = (): void => {
    this.#ending?.abort()
    if (this.#begun === null) return
    void call(fileDiscard, { body: { fileId: this.#begun } }, { tag: 'files:cancel', told: 'toast' }).catch(
      () => {},
    )
  }

  #show(part: Partial<UploadView>): void {
    this.#view = { ...this.#view, ...part }
    for (const listener of this.#listeners) listener()
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      const fileId = this.#begun ?? (await this.#begin(signal))
      while (this.#view.sent < this.file.size) await this.#sendPart(fileId, signal)
      await call(fileFinish, { body: { fileId } }, { ...asked, signal })
      this.#show({ fileId })
    } catch (error) {
      if (signal.aborted) return
      // The disk of the console lost some of it: the next try goes on from there.
      const received = receivedOf(error)
      this.#show({ error, ...(received === null ? {} : { sent: received }) })
      this.#forgetWhatIsGone(error)
    }
  }

  async #begin(signal: AbortSignal): Promise<string> {
    const { name, size } = this.file
    const begun = await call(fileBegin, { body: { use: this.#use, name, size } }, { ...asked, signal })
    this.#begun = begun.fileId
    return begun.fileId
  }

  async #sendPart(fileId: string, signal: AbortSignal): Promise<void> {
    const offset = this.#view.sent
    const bytes = await this.file.slice(offset, offset + PART_BYTES).arrayBuffer()
    const sha256 = await hashOf(bytes)
    const query = { fileId, offset, ...(sha256 === undefined ? {} : { sha256 }) }
    try {
      const { received } = await call(filePart, { query }, { ...asked, text: new Blob([bytes]), signal })
      this.#show({ sent: received })
    } catch (error) {
      const received = receivedOf(error)
      if (received === null || received === offset) throw error
      this.#show({ sent: received })
    }
  }

  /** What the console has forgotten begins anew. */
  #forgetWhatIsGone(error: unknown): void {
    if (!(error instanceof CallError) || error.code !== 'file_not_found') return
    this.#begun = null
    this.#show({ sent: 0 })
  }
}

/** Why an upload stands still, in the reader's words. */
export function uploadFault(error: unknown, file: File): string {
  if (error instanceof CallError) return error.message
  if (error instanceof DOMException) return kitText('file.unreadable', { name: file.name })
  return kitText('state.error')
}
