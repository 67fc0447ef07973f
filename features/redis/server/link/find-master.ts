import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { enterSentinel } from './ask-sentinels.ts'
import { reasonText, ServerRefusal, wayError } from './link-errors.ts'
import type { NodeSocket } from './node-socket.ts'
import type { Reply } from './redis-link.ts'
import { taken } from './steps.ts'
import type { OnStep } from './steps.ts'
import { addressText } from './way.ts'
import type { Address, Going, Way, WayOptions } from './way.ts'

type Sentinel = NonNullable<WayOptions['config']['sentinel']>

const noMaster = (at: string, master: string) =>
  wayError(redisErrors.redis_sentinel_failed, {
    at,
    reason: { text: 'redis.reason.noMaster', params: { master } },
    field: 'config.sentinel.master',
  })

/** Of the way to a sentinel only the tunnel is told apart; the rest is the one step `sentinel`. */
const tunnelOnly =
  (onStep: OnStep): OnStep =>
  (step) => {
    if (step.step === 'ssh') onStep(step)
  }

function groupNames(reply: Reply): string[] {
  const rows = Array.isArray(reply) ? (reply as readonly Reply[]) : []
  return rows.flatMap((row) => {
    const fields = Array.isArray(row) ? row.map(String) : []
    const at = fields.indexOf('name')
    return at === -1 ? [] : [fields[at + 1] ?? '']
  })
}

async function askOne(
  socket: NodeSocket,
  { master }: Sentinel,
  options: WayOptions,
): Promise<Address | null> {
  const { report } = options
  if (report !== undefined) {
    const groups = await socket.send(['SENTINEL', 'MASTERS']).catch((error: unknown) => {
      if (!(error instanceof ServerRefusal)) throw error
      return null
    })
    report.masters = [...new Set([...report.masters, ...groupNames(groups)])].toSorted()
  }
  const reply = await socket.send(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', master])
  if (!Array.isArray(reply)) return null
  const [host, port] = (reply as readonly Reply[]).map(String)
  return { host: host!, port: Number(port) }
}

/** Asks the sentinels one after another for the master of the group; the first that knows it counts. */
export async function findMaster(way: Way, options: WayOptions, going: Going): Promise<Address> {
  const sentinel = options.config.sentinel!
  const inner = { ...going, onStep: tunnelOnly(going.onStep) }
  let last: unknown = null
  for (const node of sentinel.nodes) {
    const at = addressText(node)
    try {
      return await taken(
        going.onStep,
        { step: 'sentinel', at, fault: (error) => sentinelFault(error, at) },
        async () => {
          const socket = await enterSentinel(way, options, { ...inner, node })
          try {
            const found = await askOne(socket, sentinel, options)
            if (found === null) throw noMaster(at, sentinel.master)
            return found
          } finally {
            socket.close()
          }
        },
      )
    } catch (error) {
      last = error
    }
  }
  throw last
}

/** A sentinel's own words are about the sentinel, not about Redis. */
function sentinelFault(error: unknown, at: string): Error {
  if (!(error instanceof ServerRefusal) || error.def !== redisErrors.redis_refused) return error as Error
  return wayError(redisErrors.redis_sentinel_failed, { at, reason: String(error.params['words']) })
}

/** A sentinel may tell of a master that is one no longer; only the server itself knows. */
export async function assertMaster(socket: NodeSocket, at: string): Promise<void> {
  const role = await socket.send(['ROLE']).catch((error: unknown) => {
    // Without the right to ask nobody can tell; the first write will.
    if (error instanceof ServerRefusal) return null
    throw error
  })
  if (Array.isArray(role) && String(role[0]) !== 'master') {
    throw wayError(redisErrors.redis_sentinel_failed, { at, reason: reasonText('notMaster') })
  }
}

/** Whether a refusal says that the server is no master any more. */
export const isDemoted = (error: unknown): boolean =>
  error instanceof AppError && error instanceof ServerRefusal && /^READONLY\b/.test(error.words)
