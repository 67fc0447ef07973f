import { isCallError } from '@qd/web-base'
import { useEffect, useMemo, useState } from 'react'
import type { ValueView } from '../../../contract/index.ts'
import type { LineDefinitions } from '../viewers/use-definitions.ts'
import { moduleOf } from './decoder-module.ts'
import { IN_BYTES } from './messages.ts'
import type { OpenFault, Surroundings } from './messages.ts'
import { readAtOnce, readInWorker } from './reading.ts'
import type { Reading } from './reading.ts'
import { TookTooLong } from './worker-pool.ts'

export type ReadingState =
  | { readonly state: 'busy' }
  /** Not looked into: some of it is not read yet. */
  | { readonly state: 'part' }
  | { readonly state: 'failed'; readonly fault: OpenFault }
  | { readonly state: 'ready'; readonly reading: Reading }

const BUSY: ReadingState = { state: 'busy' }
const failed = (where: OpenFault['in'], code: string): ReadingState => ({
  state: 'failed',
  fault: { in: where, code, at: -1 },
})

export interface ReadingGiven {
  readonly lineId: string
  readonly bytes: Uint8Array
  readonly isWhole: boolean
  /** The rest comes by itself. */
  readonly comes: boolean
  readonly view: ValueView
  readonly definitions: LineDefinitions
  /** SHA-256 of the own decoder the view names. */
  readonly decoderHash: string
  /** Text of the record layout the view names; null: there is none. */
  readonly layout: string | null
}

async function readNow(given: ReadingGiven, signal: AbortSignal): Promise<ReadingState> {
  const { lineId, bytes, view, definitions, decoderHash, layout } = given
  try {
    const module = view.format === 'own' ? await moduleOf(lineId, view.decoderId, decoderHash) : null
    const around: Surroundings = { definitions: definitions.given, module, layout }
    return { state: 'ready', reading: await readInWorker(bytes, view, around, signal) }
  } catch (error) {
    if (error instanceof TookTooLong) return failed('limit', 'time')
    if (isCallError(error)) return failed('decoder', 'gone')
    return failed('format', 'failed')
  }
}

/** Half a JSON value is no JSON: what begins as one is not called a text before its end was seen. */
const beginsAsJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 256)))

/** A value as a view shows it: at once where that is simple, else from the worker; given up when it is left. */
export function useReading(given: ReadingGiven): ReadingState {
  const { bytes, view, isWhole, definitions, decoderHash, layout } = given
  const isBegun = !isWhole && given.comes && view.format === 'auto' && beginsAsJson(bytes)
  const atOnce = useMemo(() => (isBegun ? null : readAtOnce(bytes, view)), [isBegun, bytes, view])
  const [read, setRead] = useState<{ of: unknown; state: ReadingState }>({ of: null, state: BUSY })
  const needsDefinitions = view.format === 'protobuf' && view.message !== ''
  const isWaiting = needsDefinitions && definitions.isLoading
  const key = useMemo(
    () => ({ bytes, view, at: definitions.given, decoderHash, layout }),
    [bytes, view, definitions.given, decoderHash, layout],
  )
  const isOurs = atOnce === null && isWhole && bytes.length <= IN_BYTES && !isWaiting
  useEffect(() => {
    if (!isOurs) return
    const leaving = new AbortController()
    const read = async (): Promise<void> => {
      const state = await readNow(given, leaving.signal)
      if (!leaving.signal.aborted) setRead({ of: key, state })
    }
    void read()
    return () => leaving.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for what is given
  }, [isOurs, key])
  return useMemo(() => {
    if (atOnce !== null) return { state: 'ready', reading: atOnce }
    if (!isWhole || bytes.length > IN_BYTES) return { state: 'part' }
    return read.of === key ? read.state : BUSY
  }, [atOnce, bytes, isWhole, read, key])
}
