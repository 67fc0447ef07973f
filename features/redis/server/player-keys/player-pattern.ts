import { SID_SIGN, UID_SIGN } from '../../contract/index.ts'
import { escapeGlob } from '../glob.ts'

export interface PlayerAt {
  /** Digits. */
  readonly uId: string
  readonly sId: number
}

/** One name, or a glob of Redis for MATCH. */
export type PlayerName = { readonly exact: Buffer } | { readonly glob: Buffer }

/** The names a pattern means for a player. Only `*` is open: a bracket in a name of a game is a bracket. */
export function nameOfPlayer(pattern: string, { uId, sId }: PlayerAt): PlayerName {
  const name = pattern.replaceAll(UID_SIGN, uId).replaceAll(SID_SIGN, String(sId))
  if (!name.includes('*')) return { exact: Buffer.from(name) }
  return {
    glob: Buffer.from(
      name
        .split('*')
        .map((part) => escapeGlob(Buffer.from(part)).toString())
        .join('*'),
    ),
  }
}
