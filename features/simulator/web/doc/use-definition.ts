import { tipProtocol } from '@qd/data-edit/contract'
import { readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import type { CallError } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { useMemo } from 'react'
import { docModelOf } from '../../contract/index.ts'
import type { DocModel } from '../../contract/index.ts'
import { useServedDefinition } from '../definition/served-definition.ts'
import type { DocInfo } from './doc-entries.ts'

/** The server whose definitions are read. */
export interface DocServer {
  sId: number
  lineId: string
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

/** The definitions the server has now, or a kept version of them, as the guide shows them. */
export function useDocDefinition(server: DocServer, version: string): DefinitionState {
  const { data, error, retry, current, refusedBecause } = useServedDefinition(server, version)
  const infos = useInfos(server, version === '' || version === current)
  const read = useMemo(() => {
    if (data === undefined) return null
    const found = readSchema(data.proto)
    return found.ok ? { ...found, model: docModelOf(found.schema, data.proto.nested, data.cmds) } : found
  }, [data])
  const hash = data?.hash ?? ''
  const definition = useMemo(
    () =>
      read?.ok === true
        ? { hash, current, schema: read.schema, model: read.model, infos, refusedBecause }
        : null,
    [read, hash, current, infos, refusedBecause],
  )
  if (data === undefined || read === null)
    return error ? { state: 'failed', error, retry } : { state: 'loading' }
  if (definition !== null) return { state: 'ready', definition }
  return { state: 'unreadable', place: read.ok ? '' : [read.path, read.reason, read.found].join(' ').trim() }
}
