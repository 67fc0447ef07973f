import { permissionKey } from '@qd/contract-kit'
import type { Envelope } from '@qd/contract-kit'
import { runBots } from '@qd/bots/contract'
import {
  manageSimulatorAddresses,
  manageSimulatorRecords,
  readDefinitions,
  simulatorConnect,
} from '@qd/simulator/contract'
import type { SimulatorRecord } from '@qd/simulator/contract'
import { createConsole } from '../create-console.ts'
import type { Console } from '../create-console.ts'
import { EnvError } from '../env.ts'
import type { Env } from '../env.ts'
import type { GivenGame } from './read-given.ts'

/** A simulator for one person: the ordinary console with one game, one line and one role. */
export interface AloneConsole {
  url: string
  /** Makes the game's record, or brings it in line; connections from now on use it. Gives its id. */
  save(game: GivenGame): Promise<string>
  /** The address that signs in once and shows the simulator. */
  link(recordId: string, onUsed: () => void): string
  stop(): Promise<void>
}

export interface AloneOptions {
  env: Env
  enter: SimulatorRecord['enter']
  announce(line: string): void
  webFolder?: string | undefined
}

const LINE = 'local'
const ROLE = 'simulator-alone'
/** Who signs in by the link, and who keeps the record for them: a sign-in of the program is no new device of theirs. */
const [DEVELOPER, TERMINAL] = ['developer', 'terminal']
const PERMISSIONS = [
  readDefinitions,
  simulatorConnect,
  manageSimulatorRecords,
  manageSimulatorAddresses,
  runBots,
] as const

async function seed({ access, gameCatalogue, session }: Console): Promise<void> {
  await access.access.ensureRole({
    code: ROLE,
    name: 'Simulator',
    keys: PERMISSIONS.map((permission) => permissionKey(permission)),
  })
  const person = { department: 'local', roles: [ROLE], grants: [] }
  const accounts = [DEVELOPER, TERMINAL].map((username) => ({ ...person, username, name: username }))
  // Nobody knows it: the link is the only way in.
  await session.seedAccounts(accounts, crypto.randomUUID() + crypto.randomUUID())
  const line = { lineId: LINE, lineCode: LINE, name: 'local', environment: 'dev' as const, servers: [] }
  await gameCatalogue.seed(
    {
      game: { id: LINE, name: 'local', code: LINE },
      operators: [{ partnerCode: LINE, name: 'local', platform: 1, lines: [line] }],
      channels: [],
    },
    [],
  )
}

/** The address as the list of the line has it. */
function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port === '' ? (protocol === 'wss:' ? '443' : '80') : port}`
}

/** Calls of this console, made as any page makes them: checked, guarded and audited. */
function callerOf(console: Console, token: string) {
  return async <T>(url: string, body: object): Promise<T> => {
    const headers = { host: new URL(console.url).host, ...(token === '' ? {} : { token }) }
    const answer = await console.app.inject({ method: 'POST', url, headers, payload: body })
    const { status, msg, data } = answer.json<Envelope<T>>()
    if (status !== 0) throw new EnvError(msg)
    return data
  }
}

/** Does it signed in as the terminal. */
async function asTerminal<T>(console: Console, work: (call: ReturnType<typeof callerOf>) => Promise<T>) {
  const path = console.session.makeSignInLink({ username: TERMINAL, redirect: '' })
  const code = new URLSearchParams(path.split('?')[1]).get('link')
  const { token } = await callerOf(console, '')<{ token: string }>('/api/auth/link', { code })
  const call = callerOf(console, token)
  try {
    return await work(call)
  } finally {
    await call('/api/auth/logout', {})
  }
}

function saveRecord(console: Console, { name, parts }: GivenGame, enter: AloneOptions['enter']) {
  return asTerminal(console, async (call) => {
    const at = { lineId: LINE }
    const { hosts, revision } = await call<{ hosts: string[]; revision: number }>(
      '/platform/simulator/address/list',
      at,
    )
    const host = hostOf(parts.url)
    if (!hosts.includes(host)) {
      await call('/platform/simulator/address/save', { ...at, hosts: [...hosts, host], revision })
    }
    const { list } = await call<{ list: SimulatorRecord[] }>('/platform/simulator/record/list', at)
    const known = list.find((record) => record.name === name)
    const kept = known === undefined ? {} : { recordId: known.recordId, revision: known.revision }
    const { record } = await call<{ record: SimulatorRecord }>('/platform/simulator/record/save', {
      ...at,
      ...kept,
      ...parts,
      name,
      enter,
    })
    return record.recordId
  })
}

/** Starts it; who stops it ends its connections. */
export async function startAloneConsole(options: AloneOptions): Promise<AloneConsole> {
  const { env, announce, webFolder, enter } = options
  const console = await createConsole({ env, announce, webFolder })
  try {
    await seed(console)
  } catch (error) {
    await console.stop()
    throw error
  }
  return {
    url: console.url,
    save: (game) => saveRecord(console, game, enter),
    link(recordId, onUsed) {
      const place = new URLSearchParams({ game: LINE, line: LINE, record: recordId })
      const redirect = `/mock?${place.toString()}`
      return `${console.url}${console.session.makeSignInLink({ username: DEVELOPER, redirect, onUsed })}`
    },
    stop: console.stop,
  }
}
