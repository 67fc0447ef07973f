import { z } from '@qd/contract-kit'
import { dropOfWindow, readOfWindow, useSession, writeOfWindow } from '@qd/web-base'
import { simulatorConnection } from '../../contract/index.ts'
import type { Connection } from './connection.ts'

const STORED = 'simulator.connections'

const keptConnection = z.object({
  open: simulatorConnection.open,
  connectionId: z.string(),
  title: z.string(),
  filter: z.string(),
  hidesHeartbeats: z.boolean(),
  environment: z.optional(z.nullable(z.string())),
})
const keptConnections = z.object({
  userId: z.string(),
  /** Place of the one in view. */
  active: z.int(),
  list: z.array(keptConnection),
})

export type KeptConnections = Pick<z.output<typeof keptConnections>, 'active' | 'list'>

let written = ''

/** Keeps for a reload which connections this window has; those the server has not told of yet are not kept. */
export function keepConnections(list: readonly Connection[], active: string | null): void {
  const { userInfo, token } = useSession.getState()
  const known = list.filter(({ connectionId }) => connectionId !== undefined)
  if (known.length === 0) {
    written = ''
    return dropOfWindow(STORED)
  }
  if (userInfo === null || token === '') return
  const text = JSON.stringify({
    userId: userInfo.id,
    active: known.findIndex(({ key }) => key === active),
    list: known.map(({ open, connectionId, title, filter, hidesHeartbeats, environment }) => ({
      open,
      connectionId,
      title,
      filter,
      hidesHeartbeats,
      environment,
    })),
  })
  if (text === written) return
  written = text
  writeOfWindow(STORED, text)
}

/** Writes again what was emptied while the session was over. */
export function keepAgain(list: readonly Connection[], active: string | null): void {
  written = ''
  keepConnections(list, active)
}

/** The connections this user had in this window before it was loaded. */
export function keptBefore(): KeptConnections | null {
  try {
    const read = keptConnections.safeParse(JSON.parse(readOfWindow(STORED) ?? 'null'))
    return read.success && read.data.userId === useSession.getState().userInfo?.id ? read.data : null
  } catch {
    // Somebody else wrote there; then nothing is taken up.
    return null
  }
}
