import { parseJsonText } from '@qd/canonical-json'
import { AppError, holds, permissionKey } from '@qd/contract-kit'
import type { Networks } from '@qd/game-contract/adapter'
import type { FrameDescriptor } from '@qd/game-frame'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import { simulatorConnect, simulatorErrors } from '../../contract/index.ts'
import type { SimulatorRecord } from '../../contract/index.ts'
import type { BookCommand } from '../gateway/messages.ts'
import type { Addresses } from './addresses.ts'
import { commandsOf, layoutOfRecord, nestedOf } from './records.ts'
import type { Records } from './records.ts'

/** What clients of a record need, for features that play them. */
export interface RecordTarget {
  recordId: string
  name: string
  url: string
  /** Where its address may lead; a line of development lists it. */
  networks: Networks
  layout: FrameDescriptor
  nested: Record<string, unknown>
  cmds: readonly BookCommand[]
  enter: SimulatorRecord['enter']
}

/** A record of a line by its id or its name, for whoever may connect there; else it is as missing as one that never was. */
export async function recordTarget(
  { records, addresses }: { records: Records; addresses: Addresses },
  caller: Caller,
  place: CataloguePlace,
  idOrName: string,
): Promise<RecordTarget> {
  if (!holds(caller.grants, permissionKey(simulatorConnect), place))
    throw new AppError(simulatorErrors.simulator_record_not_found, { field: 'record' })
  const row = await records.findNamed(place.lineId ?? '', idOrName)
  return {
    recordId: row.id,
    name: row.name,
    url: row.url,
    networks: await addresses.networksFor(place, row.url),
    layout: layoutOfRecord(row),
    nested: nestedOf(row),
    cmds: commandsOf(row),
    enter: parseJsonText(row.enter) as SimulatorRecord['enter'],
  }
}
