import { flushSync } from 'react-dom'
import { useSession } from '@qd/web-base'
import type { SessionUser } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { queryClient } from './query-client.ts'

/** Learns what the user may do now, takes it on and tells them. */
type RightsCheck = () => Promise<unknown>

let checkRights: RightsCheck | null = null
/** What the refusals of one check would say, each text once. */
let waiting: Map<string, () => void> | null = null
let readings = 0
let version = 0

/** Named by the session feature; without one every refusal is told as it comes. */
export function setRightsCheck(check: RightsCheck | null): void {
  checkRights = check
}

/** Counts the changes of rights: a call that began before one may be refused by it. */
export function rightsVersion(): number {
  return version
}

/** Refused because the user lacks a right, or because their session is held back until they set up a second factor. */
export function isRefusedForRights(error: CallError | null): boolean {
  return error !== null && ['forbidden', 'scope_forbidden', 'second_factor_setup'].includes(error.code)
}

/** Takes on rights at once: what is no longer allowed has left the pages when this returns. */
export function takeRights(userInfo: SessionUser): void {
  flushSync(() => useSession.getState().setUserInfo(userInfo))
}

/** Reads all open pages again after a change of rights; what they are refused then is told in their place. */
export async function readAgain(): Promise<void> {
  version += 1
  readings += 1
  try {
    await queryClient.invalidateQueries()
  } finally {
    readings -= 1
  }
}

interface Refusal {
  text: string
  /** `rightsVersion` when the call began. */
  asked: number
  report: () => void
}

/**
 * A refusal means that the rights may have changed unheard: they are looked at first. When they did, the message about
 * that stands for all refusals; otherwise each is told once.
 */
export function settleRefusal({ text, asked, report }: Refusal): void {
  if (readings > 0 || asked !== version) return
  if (checkRights === null) return report()
  if (waiting !== null) return void waiting.set(text, report)
  const reports = (waiting = new Map([[text, report]]))
  const settle = () => {
    waiting = null
    if (asked === version) for (const each of reports.values()) each()
  }
  checkRights().then(settle, settle)
}
