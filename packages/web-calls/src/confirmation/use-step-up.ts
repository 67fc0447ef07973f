import { isCallError, useKitText } from '@qd/web-base'
import { useState } from 'react'
import { stepUpDesk } from './step-up.ts'
import type { StepUpAsked, StepUpWay } from './step-up.ts'

export interface StepUpState {
  way: StepUpWay | null
  typed: string
  setTyped: (typed: string) => void
  /** What went wrong, in words. */
  fault: string | null
  isBusy: boolean
  /** Whether enough is there to go on. */
  isReady: boolean
  /** Proves it; true once the proof lies ready. What was typed stays when it was wrong. */
  prove: () => Promise<boolean>
}

/** Opens the window within the click, or browsers refuse it; its address follows. */
function openWindow(): Window | null {
  return window.open('about:blank', 'qd-step-up', 'popup,width=520,height=720')
}

async function throughProvider(action: string, failed: string): Promise<string | null> {
  const second = openWindow()
  if (second === null) return 'blocked'
  const desk = await stepUpDesk()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const stop = desk.onReturn((fault) => resolve(fault))
  try {
    second.location.href = await desk.providerAddress(action)
    const fault = await promise
    if (fault !== null) return fault
    return (await desk.isGiven(action)) ? null : failed
  } catch (error) {
    second.close()
    throw error
  } finally {
    stop()
  }
}

/** The proof that a call wants, in the dialog that asks for everything else it wants. */
export function useStepUp(asked: StepUpAsked | null): StepUpState {
  const t = useKitText()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const way = asked?.ways[0] ?? null
  const isTyped = way === 'code' || way === 'password'

  async function prove(): Promise<boolean> {
    if (asked === null) return true
    if (way === null) return false
    setBusy(true)
    setFault(null)
    try {
      if (way === 'provider') {
        const found = await throughProvider(asked.action, t('stepUp.failed'))
        if (found !== null) setFault(found === 'blocked' ? t('stepUp.blocked') : found)
        return found === null
      }
      const desk = await stepUpDesk()
      await desk.give(asked.action, way === 'code' ? { code: typed } : { password: typed })
      return true
    } catch (error) {
      if (!isCallError(error)) throw error
      setFault(error.message)
      return false
    } finally {
      setBusy(false)
    }
  }

  const isReady = asked === null || (way !== null && (!isTyped || typed.trim() !== ''))
  const type = (text: string) => {
    setTyped(text)
    setFault(null)
  }
  return { way, typed, setTyped: type, fault, isBusy, isReady, prove }
}
