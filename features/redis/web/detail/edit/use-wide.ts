import { isCallError } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import { useMemo, useState } from 'react'
import { IN_BYTES } from '../decode/messages.ts'
import { readWhole } from '../key-queries.ts'
import { wholeCharacters } from '../viewers/viewers.ts'
import type { DraftTarget } from './save-value.ts'
import type { ShownValue } from './use-value.ts'

export interface WideValue {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
  /** Reads all of a value that is too large to be edited; absent: it is read, or too large to be decoded. */
  readonly readAll: (() => void) | undefined
  readonly isReading: boolean
}

/** A value to be decoded: what is shown of it, or all of a larger one when somebody asks. */
export function useWide({ place, at }: DraftTarget, value: ShownValue): WideValue {
  const [all, setAll] = useState<{ of: ShownValue; bytes: Uint8Array } | null>(null)
  const [isReading, setReading] = useState(false)
  const shown = useMemo(() => (value.isWhole ? value.bytes : wholeCharacters(value.bytes)), [value])
  if (all?.of === value) return { bytes: all.bytes, isWhole: true, readAll: undefined, isReading: false }
  const mayRead = !value.isWhole && at !== null && value.total <= IN_BYTES
  const read = async (): Promise<void> => {
    if (at === null) return
    setReading(true)
    try {
      const { bytes } = await readWhole(place, at, IN_BYTES)
      setAll({ of: value, bytes })
    } catch (error) {
      if (!isCallError(error)) throw error
      toast.error(error.told)
    } finally {
      setReading(false)
    }
  }
  return { bytes: shown, isWhole: value.isWhole, readAll: mayRead ? () => void read() : undefined, isReading }
}
