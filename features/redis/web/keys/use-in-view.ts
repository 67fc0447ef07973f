import { useEffect } from 'react'
import type { KeySession } from './key-session.ts'

/** Lines around those in view that are read as well. */
const AROUND = 40

/** Tells the session which lines are in view. */
export function useInView(session: KeySession, first: number, last: number): void {
  useEffect(() => session.view(Math.max(0, first - AROUND), last + AROUND), [session, first, last])
}
