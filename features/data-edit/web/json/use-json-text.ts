import { printJson, scopeId, scopeValue, withScope } from '@qd/json-text'
import type { JsonScope } from '@qd/json-text'
import { diffPlayer } from '@qd/player-diff'
import { ownValue } from '@qd/protocol-model'
import type { Change, PlayerData } from '@qd/protocol-model'
import { useTextCheck } from '@qd/web-json'
import type { JsonEditorHandle } from '@qd/web-json'
import { useEffect, useRef, useState } from 'react'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { jsonTexts } from './json-texts.ts'
import type { KeptText } from './json-texts.ts'
import { useRuleText } from './use-rule-text.ts'

/** The changes a text asks for, or that it cannot be read. */
export type Difference = { changes: readonly Change[] } | 'faults'

/** What of the data a text was printed from; the same object as long as nobody has changed it. */
function partOf(data: PlayerData, scope: JsonScope): unknown {
  if (scope.kind === 'player') return data
  const module = ownValue(data, scope.info.netKey)
  return scope.kind === 'module' ? module : ownValue((module ?? {}) as Record<string, unknown>, scope.key)
}

/** A text of the draft being edited: kept while it is not applied, checked while it is typed. */
export function useJsonText(scope: JsonScope) {
  const { player } = useEditorPlace()
  const draft = useSessionPart((session) => session.draft)
  const id = scopeId(scope)
  const printed = (): KeptText => ({
    text: printJson(scopeValue(draft.protocol, draft.data, scope)),
    base: draft.data,
  })
  const [shown, setShown] = useState(() => ({ ...(jsonTexts.read(player, id) ?? printed()), version: 0 }))
  const [isDirty, setDirty] = useState(() => jsonTexts.read(player, id) !== undefined)
  // What others change is shown as long as nothing is typed; what is typed stays upon what it was printed from.
  const isStale = partOf(draft.data, scope) !== partOf(shown.base, scope)
  if (isStale && !isDirty) setShown({ ...printed(), version: shown.version + 1 })

  const latest = useRef({ isDirty, base: shown.base })
  useEffect(() => {
    latest.current = { isDirty, base: shown.base }
  })
  const ruleText = useRuleText()
  const { handle, attach, read, faultText, textNow, check, checkSoon } = useTextCheck({
    protocol: draft.protocol,
    scope,
    baseNow: () => scopeValue(draft.protocol, latest.current.base, scope),
    ruleText,
  })
  const markDirty = (next: boolean): void => {
    if (!next) jsonTexts.drop(player, id)
    latest.current.isDirty = next
    setDirty(next)
  }
  return {
    shown,
    isDirty,
    read,
    faultText,
    textNow,
    handle,
    onReady: (next: JsonEditorHandle | null): void => {
      // The editor goes: what was typed stays for the next look.
      if (next === null && handle.current && latest.current.isDirty)
        jsonTexts.keep(player, id, { text: textNow(), base: latest.current.base })
      attach(next)
      if (next) void check()
    },
    onEdit: (): void => {
      if (!latest.current.isDirty) markDirty(true)
      checkSoon()
    },
    discard: (): void => {
      markDirty(false)
      setShown({ ...printed(), version: shown.version + 1 })
    },
    /** Told upon what the text was printed from, so that nothing others did meanwhile is undone. */
    difference: async (): Promise<Difference | null> => {
      const result = await check()
      if (!result) return null
      if (result.value === undefined) return 'faults'
      const next = withScope(shown.base, scope, result.value)
      return { changes: diffPlayer(draft.protocol, shown.base, next) }
    },
    apply: (changes: readonly Change[]): void => {
      markDirty(false)
      draftActions.edit(player, changes)
      const data = useEditor.getState().sessions[player]?.draft.data ?? draft.data
      setShown((last) => ({ ...last, base: data }))
    },
  }
}
