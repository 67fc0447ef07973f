/** How somebody proves for one action that it is them, as the server tells it. */
export type StepUpWay = 'code' | 'password' | 'provider'

/** What the server wants proven before it carries out an action. */
export interface StepUpAsked {
  action: string
  ways: readonly StepUpWay[]
  /** Name of the identity provider, where that is a way. */
  provider: string
}

/** The calls behind it; each throws CallError. */
export interface StepUpDesk {
  /** Proves it with what was typed. */
  give(action: string, typed: { code: string } | { password: string }): Promise<unknown>
  /** Where a second window signs in again. */
  providerAddress(action: string): Promise<string>
  /** Whether the proof lies ready. */
  isGiven(action: string): Promise<boolean>
  /** Listens for second windows that are through; gives what stops it. `fault`: what they were told. */
  onReturn(listener: (fault: string | null) => void): () => void
}

let loadDesk: () => Promise<StepUpDesk> = () => Promise.reject(new Error('nobody gives step-up proofs'))

/** Says where the calls are; loaded when first asked for. */
export function provideStepUp(load: () => Promise<StepUpDesk>): void {
  loadDesk = load
}

export const stepUpDesk = (): Promise<StepUpDesk> => loadDesk()

const WAYS: readonly unknown[] = ['code', 'password', 'provider']

/** What a refusal says of it; null: it asks for none. */
export function stepUpIn(details: unknown): StepUpAsked | null {
  const { stepUp } = (details ?? {}) as { stepUp?: Partial<StepUpAsked> | null }
  if (typeof stepUp?.action !== 'string' || !Array.isArray(stepUp.ways)) return null
  const ways = stepUp.ways.filter((way) => WAYS.includes(way))
  return { action: stepUp.action, ways, provider: stepUp.provider ?? '' }
}
