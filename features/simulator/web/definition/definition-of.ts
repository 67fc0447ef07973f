import { readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import type { CallError } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { useEffect, useMemo } from 'react'
import { keptDefinition, recordDefinition } from '../../contract/index.ts'
import type { ConnectionTarget } from '../../contract/index.ts'
import { readMessages } from '../messages/message-index.ts'
import type { CommandEntry, MessageEntry } from '../messages/message-index.ts'
import { useServedDefinition } from './served-definition.ts'
import type { ServerAt } from './served-definition.ts'

const STALE_MS = 300_000

/** Messages of a game as the page works with them. */
export interface Definition {
  schema: ProtoSchema
  /** What can be sent. */
  messages: readonly MessageEntry[]
  /** All commands by number. */
  commands: ReadonlyMap<number, CommandEntry>
  /** Why the newest definition was refused, while an older one serves; null when it was not. */
  refusedBecause: string | null
}

export type DefinitionState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: CallError; retry: () => void }
  /** It came and cannot be read. */
  | { state: 'unreadable'; place: string; reason: string }
  | { state: 'ready'; definition: Definition }

interface Answer {
  proto: { nested: Record<string, unknown> }
  cmds: readonly Partial<CommandEntry>[]
}

const NO_COMMAND = { cmd: 0, name: '', req: '', res: '', push: '', comment: '' }

function definitionFrom({ proto, cmds }: Answer, refusedBecause: string): DefinitionState {
  const read = readSchema({ nested: proto.nested })
  if (!read.ok) return { state: 'unreadable', place: read.path, reason: read.reason }
  const commands = cmds.map((command) => ({ ...NO_COMMAND, ...command }))
  return {
    state: 'ready',
    definition: {
      schema: read.schema,
      messages: readMessages(proto.nested, commands),
      commands: new Map(commands.map((command) => [command.cmd, command])),
      refusedBecause: refusedBecause === '' ? null : refusedBecause,
    },
  }
}

function recordOf(target: ConnectionTarget | null): { lineId: string; recordId: string } | null {
  if (target === null || target.kind === 'server' || target.recordId === undefined) return null
  return { lineId: target.lineId, recordId: target.recordId }
}

function serverOf(target: ConnectionTarget | null): ServerAt | null {
  if (target?.kind === 'server') return { sId: target.sId, lineId: target.lineId }
  if (target?.kind !== 'capture' || target.sId === undefined) return null
  return { sId: target.sId, lineId: target.lineId }
}

function keptOf(target: ConnectionTarget | null): { lineId: string; keptId: string } | null {
  if (target?.kind !== 'capture' || target.keptId === undefined) return null
  return { lineId: target.lineId, keptId: target.keptId }
}

/**
 * The messages of where a connection leads, or would lead; read once for all who show them. `hash` names what an open
 * connection reads its frames with: a game that was released since has another one, with which old frames make no sense.
 * A kept time line has its own; without one, what its server or record says now is the next best.
 */
export function useDefinition(target: ConnectionTarget | null, hash: string): DefinitionState {
  const kept = keptOf(target)
  const ofKept = useCall(keptDefinition, kept === null ? null : { body: kept }, {
    tag: 'simulator:page.title',
    told: 'inline',
    staleTimeMs: Infinity,
  })
  const isOwn = kept !== null && ofKept.error === null
  const record = isOwn ? null : recordOf(target)
  const server = isOwn ? null : serverOf(target)
  const ofServer = useServedDefinition(server, hash)
  const ofRecord = useCall(recordDefinition, record === null ? null : { body: record }, {
    tag: 'simulator:page.title',
    told: 'inline',
    staleTimeMs: STALE_MS,
  })
  const { refetch } = ofRecord
  const wanted = ofRecord.data === undefined || ofRecord.data.record.definitionHash === hash ? '' : hash
  // Somebody changed the record since it was read. Of a connection older than the change nothing else can be read.
  useEffect(() => {
    if (wanted !== '') void refetch()
  }, [wanted, refetch])
  const data: Answer | undefined = isOwn ? ofKept.data : server === null ? ofRecord.data : ofServer.data
  const { refusedBecause } = ofServer
  const read = useMemo(
    () => (data === undefined ? null : definitionFrom(data, refusedBecause)),
    [data, refusedBecause],
  )
  if (!isOwn && server === null && record === null) return { state: 'none' }
  if (read !== null) return read
  if (isOwn) return { state: 'loading' }
  const { error } = server === null ? ofRecord : ofServer
  if (error === null) return { state: 'loading' }
  const retry = server === null ? () => void ofRecord.refetch() : ofServer.retry
  return { state: 'failed', error, retry }
}
