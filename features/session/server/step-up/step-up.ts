import { AppError, coreErrors } from '@qd/contract-kit'
import type { Caller, StepUpPort, StepUpWay } from '@qd/server-kit'
import { sessionErrors } from '../../contract/index.ts'
import { hasSecondFactor, takeProof } from '../second-factor/second-factor.ts'
import type { Commit } from '../session-deps.ts'
import { checkOwnCode, checkOwnPassword, codeWrong } from '../sign-in/guess.ts'
import type { Asker } from '../sign-in/guess.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import { findProof, keepProof, takeProofOf } from './step-up-proofs.ts'

/** The one way of this account: the second factor where there is one, else the password, else the identity provider. */
export async function stepUpWays(deps: UseCaseDeps, userId: string): Promise<StepUpWay[]> {
  const { read } = deps.store
  if (await hasSecondFactor(read, userId)) return ['code']
  const account = await read
    .selectFrom('user_account')
    .leftJoin('external_identity', 'external_identity.user_id', 'user_account.id')
    .select(['password_hash', 'external_identity.subject'])
    .where('user_account.id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) return []
  if (account.password_hash !== '') return ['password']
  return account.subject !== null && deps.oidc !== undefined ? ['provider'] : []
}

const keyOf = ({ userId, sessionId }: Caller, action: string) => ({ userId, sessionId, action })

/** Proofs as the gate asks for them. */
export function createStepUp(deps: UseCaseDeps): StepUpPort {
  const { store, nowMs } = deps
  return {
    async wanted(caller, action) {
      if (await isProofGiven(deps, caller, action)) return null
      const ways = await stepUpWays(deps, caller.userId)
      return { action, ways, provider: ways.includes('provider') ? (deps.oidc?.settings.label ?? '') : '' }
    },
    take: (caller, action) => store.write((tx) => takeProofOf(tx, keyOf(caller, action), nowMs())),
  }
}

/** Whether the proof for the action lies ready. */
export async function isProofGiven(deps: UseCaseDeps, caller: Caller, action: string): Promise<boolean> {
  return (await findProof(deps.store.read, keyOf(caller, action), deps.nowMs())) !== null
}

interface Given {
  action: string
  code?: string | undefined
  password?: string | undefined
}

interface Asking extends Asker {
  commit: Commit
  note(detail: Record<string, unknown>): void
}

/** The code is used up in the write that keeps the proof: of parallel uses one counts. */
async function proveByCode(deps: UseCaseDeps, { action, code = '' }: Given, asking: Asking): Promise<void> {
  const { caller, commit } = asking
  const proof = await checkOwnCode(deps, asking, code, 'step-up')
  const way = 'step' in proof ? 'code' : 'recovery code'
  asking.note({ way })
  await commit(async (tx) => {
    if (!(await takeProof(tx, caller.userId, proof, 'step-up'))) throw codeWrong()
    await keepProof(tx, keyOf(caller, action), { way, givenAt: deps.nowMs() })
  })
}

/** A second factor set up meanwhile is asked for: the password alone proves nothing any more. */
async function proveByPassword(deps: UseCaseDeps, given: Given, asking: Asking): Promise<void> {
  const { caller, commit } = asking
  await checkOwnPassword(deps, asking, given.password ?? '')
  asking.note({ way: 'password' })
  await commit(async (tx) => {
    if (await hasSecondFactor(tx, caller.userId)) throw codeWrong()
    await keepProof(tx, keyOf(caller, given.action), { way: 'password', givenAt: deps.nowMs() })
  })
}

/** Keeps a proof for one action of this session, after the one way this account has. */
export async function giveProof(deps: UseCaseDeps, given: Given, asking: Asking): Promise<void> {
  const [way] = await stepUpWays(deps, asking.caller.userId)
  if (way === 'code') return proveByCode(deps, given, asking)
  if (way === 'password') return proveByPassword(deps, given, asking)
  throw new AppError(way === undefined ? sessionErrors.step_up_impossible : coreErrors.step_up_needed)
}
