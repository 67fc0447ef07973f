import { bytesOfBase64 } from '@qd/proto-wire'
import { whenSessionEnds } from '@qd/web-calls'
import { useEffect, useState } from 'react'
import type { FrameSummary } from '../../contract/index.ts'
import { askConnection } from '../connections/connection-store.ts'

const MOST_KEPT = 40

export interface FrameBytes {
  frame: FrameSummary
  bytes: Uint8Array
}

/** Frames read lately, by connection and number. */
const kept = new Map<string, FrameBytes>()

whenSessionEnds(() => kept.clear())

function remember(id: string, read: FrameBytes): void {
  kept.delete(id)
  kept.set(id, read)
  const oldest = kept.keys().next().value
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

/** A frame with all its bytes, read piece by piece; they never change, so a second look asks nobody. */
export async function readFrame(connection: string, n: number): Promise<FrameBytes> {
  const id = `${connection} ${n}`
  const known = kept.get(id)
  if (known !== undefined) return known
  let bytes = new Uint8Array(0)
  for (;;) {
    const piece = await askConnection(connection, 'frame', { n, from: bytes.length })
    const more = bytesOfBase64(piece.bytes) ?? new Uint8Array(0)
    const whole = new Uint8Array(bytes.length + more.length)
    whole.set(bytes)
    whole.set(more, bytes.length)
    bytes = whole
    const { size, bodyAt, bodySize } = piece.frame
    if (more.length === 0 || bytes.length >= Math.max(size, bodyAt + bodySize)) {
      const read = { frame: piece.frame, bytes }
      remember(id, read)
      return read
    }
  }
}

export type FrameState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: Error }
  | { state: 'ready'; read: FrameBytes }

/** The chosen frame; the one before stays until the next is here. */
export function useFrame(connection: string | null, n: number | null): FrameState {
  const [shown, setShown] = useState<{ id: string; frame: FrameState }>({ id: '', frame: { state: 'none' } })
  const id = connection === null || n === null ? '' : `${connection} ${n}`
  useEffect(() => {
    if (connection === null || n === null) return undefined
    let isWanted = true
    const load = async (): Promise<void> => {
      try {
        const read = await readFrame(connection, n)
        if (isWanted) setShown({ id: `${connection} ${n}`, frame: { state: 'ready', read } })
      } catch (error) {
        if (isWanted)
          setShown({ id: `${connection} ${n}`, frame: { state: 'failed', error: error as Error } })
      }
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [connection, n])
  if (id === '') return { state: 'none' }
  if (shown.id === id) return shown.frame
  return shown.frame.state === 'ready' ? shown.frame : { state: 'loading' }
}
