import { readSliced } from '@qd/json-text'
import type { JsonScope, ReadText } from '@qd/json-text'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { useEffect, useRef, useState } from 'react'
import type { JsonEditorHandle } from '../editor/json-editor.tsx'
import { useFaultText } from './use-fault-text.ts'
import type { RuleText } from './use-fault-text.ts'

const CHECK_DELAY_MS = 250

function turn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }, 0)
  })
}

export interface TextRules {
  protocol: ProtocolDefinition
  scope: JsonScope
  /** What stands there now: what the text was printed from. */
  baseNow: () => unknown
  ruleText: RuleText
}

/** Checks the text of the editor a moment after the last key stroke and marks what is wrong where it stands. */
export function useTextCheck({ protocol, scope, baseNow, ruleText }: TextRules) {
  const faultText = useFaultText(ruleText)
  const handle = useRef<JsonEditorHandle | null>(null)
  const [read, setRead] = useState<ReadText>({ faults: [], value: undefined })
  const running = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )
  const textNow = (): string => handle.current?.view.state.doc.toString() ?? ''
  const show = (result: ReadText): void => {
    setRead(result)
    handle.current?.mark(
      result.faults.map((fault) => ({
        from: fault.from,
        to: fault.to,
        severity: 'isWarning' in fault ? ('warning' as const) : ('error' as const),
        message: faultText(fault),
      })),
    )
  }
  /** null when a newer check has begun meanwhile. */
  const check = async (): Promise<ReadText | null> => {
    clearTimeout(timer.current)
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    try {
      const result = await readSliced(textNow(), {
        protocol,
        scope,
        base: baseNow(),
        pause: () => turn(controller.signal),
      })
      if (controller.signal.aborted) return null
      show(result)
      return result
    } catch (error) {
      if (controller.signal.aborted) return null
      throw error
    }
  }
  const checkSoon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void check(), CHECK_DELAY_MS)
  }
  const attach = (next: JsonEditorHandle | null): void => {
    handle.current = next
  }
  return { handle, attach, read, faultText, textNow, check, checkSoon }
}
