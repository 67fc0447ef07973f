import { holds, permissionKey } from '@qd/contract-kit'
import type { FrameDescriptor } from '@qd/game-frame'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { SimulatorRecord } from '../../contract/index.ts'
import { sendDescriptor, sendProto, sendSite } from '../definitions/send-files.ts'
import type { NamedDefinition } from '../definitions/send-files.ts'
import { withoutKey } from '../gateway/link/without-key.ts'
import type { Addresses } from './addresses.ts'
import { commandsOf, docCommandsOfRecord, nestedOf, viewOf } from './records.ts'
import type { Records } from './records.ts'

/** Who may change a record sees the key of its cipher; others only what they need to read frames. */
function shownTo({ caller, place }: CallContext, record: SimulatorRecord): SimulatorRecord {
  const isManager = holds(caller.grants, permissionKey(contract.manageSimulatorRecords), place)
  return isManager ? record : { ...record, layout: withoutKey(record.layout as FrameDescriptor) }
}

export function serveRecords(records: Records, addresses: Addresses): ServedRoute[] {
  const effect = 'store' as const
  const namedOf = async (query: { lineId: string; recordId: string }): Promise<NamedDefinition> => {
    const row = await records.find(query.lineId, query.recordId)
    const definition = { nested: nestedOf(row), cmds: docCommandsOfRecord(row) }
    return { definition, hash: row.definition_hash, name: row.name, title: row.name }
  }
  return [
    serve(contract.recordList, async ({ body }, ctx) => ({
      list: (await records.list(body.lineId)).map((record) => shownTo(ctx, record)),
    })),
    serve(contract.recordDefinition, async ({ body }, ctx) => {
      const row = await records.find(body.lineId, body.recordId)
      return { record: shownTo(ctx, viewOf(row)), proto: { nested: nestedOf(row) }, cmds: commandsOf(row) }
    }),
    serve(contract.recordProto, async ({ query }, ctx) => sendProto(ctx, await namedOf(query))),
    serve(contract.recordDescriptor, async ({ query }, ctx) => sendDescriptor(ctx, await namedOf(query))),
    serve(contract.recordSite, async ({ query }, ctx) => sendSite(ctx, await namedOf(query))),
    serve(contract.recordSave, {
      effect,
      handle: async ({ body }, ctx) => ({ record: await records.save(body, ctx) }),
    }),
    serve(contract.recordDelete, {
      effect,
      handle: ({ body }, ctx) => records.delete(body, ctx),
    }),
    serve(contract.addressList, ({ body }) => addresses.of(body.lineId)),
    serve(contract.addressSave, {
      effect,
      handle: ({ body }, ctx) => addresses.save(body.lineId, body, ctx),
    }),
  ]
}
