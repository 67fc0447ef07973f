import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Networks } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { isLoopbackName } from '@qd/server-kit'
import type { CallContext, CataloguePlace } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { simulatorErrors } from '../../contract/index.ts'
import type { RecordTables } from './record-tables.ts'

const DEFAULT_PORTS: Record<string, string> = { 'ws:': '80', 'wss:': '443' }

const forbidden = (address: string) =>
  new AppError(simulatorErrors.simulator_address_forbidden, { params: { address } })

/** Only a line of development has addresses of its own. */
export function assertDevLine({ environment, lineId = '' }: CataloguePlace): void {
  if (environment !== 'dev') throw forbidden(lineId)
}

/** `host:port`, `*.host:port` or `host:*`. */
export function isListed(hosts: readonly string[], host: string, port: string): boolean {
  return hosts.some((entry) => {
    const at = entry.lastIndexOf(':')
    const [name, wanted] = [entry.slice(0, at).toLowerCase(), entry.slice(at + 1)]
    if (wanted !== '*' && wanted !== port) return false
    return name.startsWith('*.')
      ? host.endsWith(name.slice(1)) && host.length > name.length - 1
      : host === name
  })
}

/** The addresses administrators keep for connections without a catalogue server. */
export class Addresses {
  readonly #store: Store<RecordTables>

  constructor(store: Store<RecordTables>) {
    this.#store = store
  }

  async of(lineId: string): Promise<{ hosts: string[]; revision: number }> {
    const row = await this.#store.read
      .selectFrom('simulator_addresses')
      .selectAll()
      .where('line_id', '=', lineId)
      .executeTakeFirst()
    if (row === undefined) return { hosts: [], revision: 0 }
    return { hosts: parseJsonText(row.hosts) as string[], revision: row.revision }
  }

  async save(lineId: string, given: { hosts: string[]; revision: number }, ctx: CallContext) {
    const hosts = [...new Set(given.hosts.map((host) => host.toLowerCase()))].toSorted()
    assertDevLine(ctx.place)
    const row = { line_id: lineId, hosts: JSON.stringify(hosts), revision: given.revision + 1 }
    await ctx.commit<RecordTables, unknown>(async (tx) => {
      const written =
        given.revision === 0
          ? await tx
              .insertInto('simulator_addresses')
              .values(row)
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst()
          : await tx
              .updateTable('simulator_addresses')
              .set(row)
              .where('line_id', '=', lineId)
              .where('revision', '=', given.revision)
              .executeTakeFirst()
      // Somebody else saved meanwhile: a host they took out must not come back by this.
      const count = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows
      if (count !== 1n) throw new AppError(coreErrors.conflict)
    })
    return { hosts, revision: row.revision }
  }

  /** The networks a listed address opens; throws `simulator_address_forbidden` for any other. */
  async networksFor(place: CataloguePlace, url: string): Promise<Networks> {
    assertDevLine(place)
    const parsed = URL.parse(url)
    if (parsed === null || parsed.username !== '' || parsed.password !== '') throw forbidden(url)
    const port = parsed.port === '' ? (DEFAULT_PORTS[parsed.protocol] ?? '') : parsed.port
    const { hosts } = await this.of(place.lineId ?? '')
    const host = parsed.hostname.toLowerCase()
    if (!isListed(hosts, host, port)) throw forbidden(`${host}:${port}`)
    // An administrator has listed it by name: it may stand in the own network, or be this machine where the list says so.
    return recordNetworks({ allowLoopback: isLoopbackName(host), allowPrivate: true })
  }
}
