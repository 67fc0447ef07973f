import { useShortcut } from '@qd/web-frame'
import { useCommit } from '../pending/use-commit.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'

/** Undo, redo and commit by keyboard while the editor is in view. */
export function useShortcuts(): void {
  const t = useEditTexts()
  const { player, canEdit } = useEditorPlace()
  const { submit } = useCommit()
  const shared = { isOn: canEdit, group: t('title') }
  useShortcut('mod+s', submit, { ...shared, label: t('keys.commit') })
  useShortcut('mod+enter', submit, { ...shared, label: t('keys.commit') })
  // Inside a text box the browser's own undo is the nearer one.
  const steps = { ...shared, leavesTextBoxes: true }
  useShortcut('mod+z', () => draftActions.undo(player), { ...steps, label: t('keys.undo') })
  useShortcut('mod+shift+z', () => draftActions.redo(player), { ...steps, label: t('keys.redo') })
  useShortcut('mod+y', () => draftActions.redo(player), steps)
}
