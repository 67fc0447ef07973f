import { base64Of } from '@qd/proto-wire'
import { useState } from 'react'
import { askConnection } from '../connections/connection-store.ts'
import { phaseOf } from '../connections/connection.ts'
import type { Connection } from '../connections/connection.ts'
import { useAsk } from '../connections/use-ask.ts'
import type { Encoded } from './draft.ts'
import type { MessageEntry } from '../messages/message-index.ts'

export interface Repeat {
  times: number
  everyMs: number
}

export interface Sending {
  /** Something can be sent now. */
  isOpen: boolean
  isSending: boolean
  /** This request is being sent again and again. */
  isRepeating: boolean
  /** Whether it was sent; a failure was told. */
  run: (request: Extract<Encoded, { ok: true }>, repeat?: Repeat) => Promise<boolean>
  stop: () => Promise<void>
}

/** Sends requests of one message on a connection, once or again and again. */
export function useSending(connection: Connection | null, { cmd }: MessageEntry): Sending {
  const ask = useAsk()
  const [isSending, setSending] = useState(false)
  const key = connection?.key ?? ''
  const isOpen = connection !== null && phaseOf(connection) === 'open'
  return {
    isOpen,
    isSending,
    isRepeating: connection?.view?.repeating?.cmd === cmd,
    run: async ({ bytes, body }, repeat) => {
      if (!isOpen || isSending) return false
      setSending(true)
      const given = {
        cmd,
        ...(body === undefined ? { bytes: base64Of(bytes) } : { body }),
        ...(repeat === undefined ? {} : { repeat }),
      }
      const sent = await ask(() => askConnection(key, 'send', given))
      setSending(false)
      return sent !== null
    },
    stop: async () => {
      await ask(() => askConnection(key, 'stopRepeat', {}))
    },
  }
}
