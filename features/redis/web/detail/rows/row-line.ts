import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { BoundViewer, RedisBytes } from '../../../contract/index.ts'
import { moduleOf } from '../decode/decoder-module.ts'
import { quickLook } from '../decode/detect.ts'
import type { FoundView, Line } from '../decode/messages.ts'
import { TookTooLong, askWorker } from '../decode/worker-pool.ts'
import { bytesOf } from '../model/bytes.ts'
import { AUTO } from '../viewers/bound-views.ts'
import { useDefinitions } from '../viewers/use-definitions.ts'
import { detectViewer, wholeCharacters } from '../viewers/viewers.ts'

/** What a row says of its value: how it is written, and one line of it where the bytes say nothing by themselves. */
export interface RowLook {
  readonly view: FoundView
  /** Empty: the bytes are shown as they are. */
  readonly text: string
  readonly innerBytes: number
}

const KEPT = 500
const lines = new Map<string, Promise<Line | null>>()

/** When the rows were read; what could not be asked for is asked for again with the next reading. */
export const RowsRead = createContext(0)

/** Asked once for each value; the oldest are forgotten. A value that takes too long has no line and is not asked for again. */
function lineOf(id: string, ask: () => Promise<Line>): Promise<Line | null> {
  const known = lines.get(id)
  if (known !== undefined) return known
  const asked = ask().catch((error: unknown) => {
    if (!(error instanceof TookTooLong) && lines.get(id) === asked) lines.delete(id)
    return null
  })
  lines.set(id, asked)
  if (lines.size > KEPT) lines.delete(lines.keys().next().value!)
  return asked
}

/** What is bound to the value, and what that needs. */
interface BoundGiven {
  readonly bound: BoundViewer | null
  /** Text of the record layout it names; null: there is none. */
  readonly layout: string | null
  /** SHA-256 of the own decoder it names; empty: there is none. */
  readonly decoderHash: string
}

/** Looks at the value of a row in view: by its first bytes at once, in the worker where they say that it is packed. */
export function useRowLook(
  value: RedisBytes,
  isCut: boolean,
  lineId: string,
  { bound, layout, decoderHash }: BoundGiven,
): RowLook {
  const bytes = useMemo(() => bytesOf(value), [value])
  const view = bound ?? AUTO
  const definitions = useDefinitions(lineId, view.format === 'protobuf' && view.message !== '')
  const found = useMemo(() => quickLook(bytes), [bytes])
  const plain = useMemo(
    (): RowLook => ({
      view: {
        ...AUTO,
        compression: found?.compression ?? 'none',
        format: found?.format ?? detectViewer(isCut ? wholeCharacters(bytes) : bytes),
      },
      text: '',
      innerBytes: 0,
    }),
    [found, bytes, isCut],
  )
  const isGone = view.format === 'own' && decoderHash === ''
  const needs =
    !isCut &&
    !isGone &&
    (found !== null || (bound !== null && bound.format !== 'auto')) &&
    !definitions.isLoading
  const { given } = definitions
  const id = needs
    ? [
        JSON.stringify(value),
        view.compression,
        view.format,
        view.message,
        view.decoderId,
        decoderHash,
        given?.hash ?? '',
        layout ?? '',
      ].join('\n')
    : ''
  const [line, setLine] = useState<{ id: string; line: Line | null }>({ id: '', line: null })
  const reading = useContext(RowsRead)
  useEffect(() => {
    if (id === '') return
    let isLeft = false
    const { compression, format, message, decoderId } = view
    const asked = lineOf(id, async () => {
      const module = format === 'own' ? await moduleOf(lineId, decoderId, decoderHash) : null
      return askWorker<'line'>({
        kind: 'line',
        bytes,
        view: { compression, format, message, decoderId },
        around: { definitions: given, module, layout },
      })
    })
    const take = async (): Promise<void> => {
      const answer = await asked
      if (!isLeft) setLine({ id, line: answer })
    }
    void take()
    return () => {
      isLeft = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `id` stands for all of it
  }, [id, reading])
  return id !== '' && line.id === id && line.line !== null ? line.line : plain
}
