import { confirmationPart } from '@qd/contract-kit'
import type { AnyRoute, RouteArgs } from '@qd/contract-kit'
import { useState } from 'react'
import { isCallError } from '../api/call-error.ts'
import { useScope } from '../stores/scope.ts'
import { expectedName } from './expected-name.ts'

export interface Confirmation<A> {
  /** The exact name to type; null: nothing is asked. */
  readonly expected: string | null
  readonly reason: string
  readonly typed: string
  setReason(reason: string): void
  setTyped(typed: string): void
  /** Whether the call may be sent. */
  readonly isReady: boolean
  /** The arguments with what was typed, in the part where the call carries it. */
  confirmed(args: A): A
  /** Takes on what a refusal asks for; false: the call failed for another reason. */
  asks(error: unknown): boolean
}

function nameAsked(error: unknown): string | null {
  if (!isCallError(error) || error.code !== 'confirm_required') return null
  const { expected } = (error.details ?? {}) as { expected?: unknown }
  return typeof expected === 'string' ? expected : null
}

/** What the gate wants of a call in production: known from its declaration, else learned from the refusal. */
export function useConfirmation<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
): Confirmation<RouteArgs<R>> {
  const known = useScope((state) => expectedName(route, args, state))
  const [asked, setAsked] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const expected = asked ?? known
  return {
    expected,
    reason,
    typed,
    setReason,
    setTyped,
    isReady: expected === null || (reason.trim() !== '' && typed.trim() === expected),
    confirmed(given) {
      if (expected === null) return given
      const part = confirmationPart(route)
      const filled = {
        ...(given as Record<string, object>)[part],
        reason: reason.trim(),
        confirm: typed.trim(),
      }
      return { ...given, [part]: filled }
    },
    asks(error) {
      const name = nameAsked(error)
      if (name !== null) setAsked(name)
      return name !== null
    },
  }
}
