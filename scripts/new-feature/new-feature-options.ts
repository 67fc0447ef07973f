import { parseArgs } from 'node:util'
import { BUILT_IN_ROLES, type BuiltInRole } from '../../packages/contract-kit/src/index.ts'

/** What `npm run new:feature` is asked for beside the name. */
export interface FeatureOptions {
  /** With a call of its own, from its permission to the button that makes it. */
  hasCall: boolean
  /** The call reaches a game server. */
  hasGame: boolean
  /** The built-in role that may make the call; null: only those who hold every permission. */
  role: BuiltInRole | null
}

export const NO_OPTIONS: FeatureOptions = { hasCall: false, hasGame: false, role: null }

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const USAGE = 'npm run new:feature -- NAME [--call [--game] [--role CODE]]'

/** They hold every permission, so no permission names them. */
const HOLD_ALL = ['ROLE_ADMIN', 'admin']

export function checkName(name: string): void {
  if (!NAME.test(name))
    throw new Error(`"${name}" is no feature name: small letters, digits and single dashes`)
}

function readRole(code: string | undefined): BuiltInRole | null {
  if (code === undefined || HOLD_ALL.includes(code)) return null
  const role = BUILT_IN_ROLES.find((known) => known === code)
  if (role !== undefined) return role
  throw new Error(`"${code}" is no built-in role: ${[...HOLD_ALL, ...BUILT_IN_ROLES].join(', ')}`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { call: { type: 'boolean' }, game: { type: 'boolean' }, role: { type: 'string' } },
    })
  } catch (error) {
    // Node explains at length how to write a name that begins with a dash.
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new Error(`${said}: ${USAGE}`, { cause: error })
  }
}

/** Without `--` npm takes the flags for its own; it leaves their names in the environment. */
function tookFlags(env: Readonly<Record<string, string | undefined>>): boolean {
  return ['call', 'game', 'role'].some((flag) => env[`npm_config_${flag}`] !== undefined)
}

/** Reads the command line; throws one line that says what is wrong with it. */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): { name: string; options: FeatureOptions } {
  if (tookFlags(env)) throw new Error(`npm kept a flag for itself: ${USAGE}`)
  const { values, positionals } = parse(args)
  const [name = '', ...more] = positionals
  if (more.length > 0) throw new Error(`one name, not ${positionals.length}: ${USAGE}`)
  checkName(name)
  const { call: hasCall = false, game: hasGame = false, role } = values
  if (!hasCall && (hasGame || role !== undefined))
    throw new Error(`--game and --role are about a call, so they need --call: ${USAGE}`)
  return { name, options: { hasCall, hasGame, role: readRole(role) } }
}
