import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** One thing an operator does. */
export interface Deed {
  kind: string
  /** How often, beside the others. */
  weight: number
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** Between two actions of one operator: they read what they got. */
const THINK_MS = { least: 500, most: 1_500 }

export interface Crowd {
  url: string
  operators: number
  seconds: number
  /** One token for each operator, in turn. */
  tokens: readonly string[]
  deeds: readonly Deed[]
}

/** Any answer but 200. */
class RefusedDeed extends Error {}

function pick(deeds: readonly Deed[]): Deed {
  let at = Math.random() * deeds.reduce((sum, { weight }) => sum + weight, 0)
  return deeds.find(({ weight }) => (at -= weight) < 0) ?? deeds[0]!
}

function send(agent: Agent, url: URL, deed: Deed, token: string | undefined): Promise<number> {
  const body = deed.body === undefined ? undefined : JSON.stringify(deed.body)
  const headers = {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sentMs = performance.now()
  const call = request(new URL(deed.path, url), { agent, method: deed.method, headers }, (answer) => {
    answer.resume().once('end', () => {
      if (answer.statusCode === 200) resolve(performance.now() - sentMs)
      else reject(new RefusedDeed(`${deed.method} ${deed.path} was answered with ${answer.statusCode}`))
    })
  })
  call.once('error', reject).end(body)
  return promise
}

/** Lets a crowd of operators work; gives the times in ms of each kind of action, sorted, and what was refused. */
export async function work({ url, operators, seconds, tokens, deeds }: Crowd) {
  const agent = new Agent({ keepAlive: true, maxSockets: operators })
  const base = new URL(url)
  const times = new Map<string, number[]>(deeds.map(({ kind }) => [kind, []]))
  const refused: string[] = []
  const endMs = performance.now() + seconds * 1_000
  const operate = async (_: unknown, index: number) => {
    await sleep(Math.random() * THINK_MS.most)
    while (performance.now() < endMs) {
      const deed = pick(deeds)
      await send(agent, base, deed, tokens[index % tokens.length]).then(
        (ms) => times.get(deed.kind)!.push(ms),
        (error: unknown) => {
          if (!(error instanceof RefusedDeed)) throw error
          refused.push(error.message)
        },
      )
      await sleep(THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least))
    }
  }
  await Promise.all(Array.from({ length: operators }, operate))
  agent.destroy()
  for (const each of times.values()) each.sort((left, right) => left - right)
  return { times, refused }
}

/** The time below which the given share of all lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
