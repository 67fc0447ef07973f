import { tipProtocol } from '@qd/data-edit/contract'
import { readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import type { CallError } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { useMemo } from 'react'
import { docCommandsOf, docModelOf, recordDefinition } from '../../contract/index.ts'
import type { DocModel } from '../../contract/index.ts'
import { useServedDefinition } from '../definition/served-definition.ts'
import type { ServedDefinition } from '../definition/served-definition.ts'
import type { DocInfo } from './doc-entries.ts'

/** The server whose definitions are read. */
export interface DocServer {
  sId: number
  lineId: string
}

/** Whose definitions are read: of the server, or of a game record when one is named. */
export interface DocSource extends DocServer {
  /** Empty: the server. */
  recordId: string
}

export interface LoadedDefinition {
  hash: string
  /** Hash of the one the server has now; empty while nobody knows. */
  current: string
  schema: ProtoSchema
  model: DocModel
  infos: readonly DocInfo[]
  /** The server offers a newer one that was refused. */
  refusedBecause: string
  /** What the record is called; empty for a server. */
  record: string
}

export type DefinitionState =
  | { state: 'loading' }
  | { state: 'failed'; error: CallError; retry: () => void }
  /** The definition makes no sense at this place. */
  | { state: 'unreadable'; place: string }
  | { state: 'ready'; definition: LoadedDefinition }

const NO_INFOS: readonly DocInfo[] = []
/** Definitions change with a release of the game. */
const FRESH_MS = 60_000

/** Definitions of player data, for those who may read it; they have no versions here. */
function useInfos({ sId, lineId }: DocServer, isWanted: boolean): readonly DocInfo[] {
  const may = useMay(tipProtocol)
  const args = isWanted && may ? { query: { sId: String(sId), lineId, protocolJson: '1' } } : null
  const { data } = useCall(tipProtocol, args, {
    tag: 'simulator:doc.infosTag',
    told: 'once',
    staleTimeMs: FRESH_MS,
  })
  return useMemo(
    () => (data?.protocol === undefined ? NO_INFOS : Object.values(data.protocol.diffInfos)),
    [data],
  )
}

type Given = Pick<ServedDefinition, 'error' | 'retry' | 'current' | 'refusedBecause'> & {
  data: Required<ServedDefinition>['data'] | undefined
  record: string
}

/** A record has the version it was saved with, and no other. */
function useRecordDefinition({ lineId, recordId }: DocSource): Given {
  const { data, error, refetch } = useCall(
    recordDefinition,
    recordId === '' ? null : { body: { lineId, recordId } },
    { tag: 'simulator:about.definitions', told: 'inline', staleTimeMs: FRESH_MS },
  )
  const hash = data?.record.definitionHash ?? ''
  const read = useMemo(() => {
    if (data === undefined) return undefined
    const found = readSchema(data.proto)
    const cmds = found.ok
      ? docCommandsOf(found.schema, data.cmds)
      : data.cmds.map((command) => ({ ...command, comment: '' }))
    return { hash, proto: data.proto, cmds }
  }, [data, hash])
  const record = data?.record.name ?? ''
  return { data: read, error, retry: () => void refetch(), current: hash, refusedBecause: '', record }
}

/** The definitions a server has now, a kept version of them, or those of a record, as the guide shows them. */
export function useDocDefinition(source: DocSource, version: string): DefinitionState {
  const isRecord = source.recordId !== ''
  const served = useServedDefinition(isRecord ? null : source, version)
  const ofRecord = useRecordDefinition(source)
  const given = isRecord ? ofRecord : { ...served, record: '' }
  const { data, error, retry, current, refusedBecause, record } = given
  const infos = useInfos(source, !isRecord && (version === '' || version === current))
  const read = useMemo(() => {
    if (data === undefined) return null
    const found = readSchema(data.proto)
    return found.ok ? { ...found, model: docModelOf(found.schema, data.proto.nested, data.cmds) } : found
  }, [data])
  const hash = data?.hash ?? ''
  const definition = useMemo(
    () =>
      read?.ok === true
        ? { hash, current, schema: read.schema, model: read.model, infos, refusedBecause, record }
        : null,
    [read, hash, current, infos, refusedBecause, record],
  )
  if (data === undefined || read === null)
    return error ? { state: 'failed', error, retry } : { state: 'loading' }
  if (definition !== null) return { state: 'ready', definition }
  return { state: 'unreadable', place: read.ok ? '' : [read.path, read.reason, read.found].join(' ').trim() }
}
