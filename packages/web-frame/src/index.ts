export { blockPage, usePageBlock } from './block/block-page.ts'
export { PageBlock } from './block/page-block.tsx'
export { alertBox } from './dialog/alert-box.tsx'
export { askDiscard } from './dialog/ask-discard.tsx'
export { openConfirm } from './dialog/confirm.tsx'
export { DialogActions } from './dialog/dialog-actions.tsx'
export { DialogHost } from './dialog/dialog-host.tsx'
export {
  closeAllDialogs,
  closeDialogsOf,
  hasDialog,
  hasDialogInView,
  useDialogs,
} from './dialog/dialog-store.ts'
export type { DialogControls, DialogOptions } from './dialog/dialog-store.ts'
export { useMarkDialogDirty } from './dialog/dirty-dialogs.ts'
export { useDialogClose } from './dialog/use-dialog-close.ts'
export { FileButton } from './dialog/file-button.tsx'
export { openDialog } from './dialog/open-dialog.ts'
export { useRoleName } from './feature/role-name.ts'
export { Slot, setFeatures, useFeatures } from './feature/slots.tsx'
export { tellTabClosed, whenTabCloses } from './feature/tab-closed.ts'
export type { ClosedTab } from './feature/tab-closed.ts'
export { findShown } from './feature/find-shown.ts'
export { TabContext, tabIdOf, useMarkUnsaved, useTab, useTabName } from './feature/tab.ts'
export type { Tab } from './feature/tab.ts'
export { forgetUnsaved, setUnsaved, unsavedInPage, unsavedInTab, useUnsaved } from './feature/unsaved.ts'
export type {
  CommandSpec,
  MenuGroup,
  PageComponent,
  PageSpec,
  PaletteEntry,
  PaletteGroup,
  PaletteSourceProps,
  WebFeature,
  WebSlots,
} from './feature/web-feature.ts'
export type { FilterPreset, PreferenceKeeper, PresetDraft, PresetKeeper } from './feature/keepers.ts'
export { forgetKept, keep, keptKeys, keptNow, loadKept, useKept } from './kept.ts'
export { MESSAGES_KEPT, unreadCount, useMessageLog } from './messages/message-log.ts'
export type { LoggedMessage } from './messages/message-log.ts'
export { useUnreadNotifications } from './messages/unread-notifications.ts'
export { KeyChips } from './shortcuts/key-chips.tsx'
export { registerShortcuts, useShortcuts } from './shortcuts/registry.ts'
export type { Shortcut } from './shortcuts/registry.ts'
export { useShortcut } from './shortcuts/use-shortcut.ts'
export type { ShortcutOptions } from './shortcuts/use-shortcut.ts'
export { submitForm, useTakenKeys } from './shortcuts/use-taken-keys.ts'
export { EmptyState, ErrorState, NoPermission } from './states/page-states.tsx'
export { PageErrorBoundary } from './states/page-error-boundary.tsx'
export { useKeptFocus } from './focus/kept-focus.ts'
export { copyAloud } from './toast/copy-aloud.ts'
export { CopyButton } from './toast/copy-button.tsx'
export { CopyText } from './toast/copy-text.tsx'
export { MessageCard, MessageList } from './messages/message-list.tsx'
export { ToastHost } from './toast/toast-host.tsx'
export { useToasts } from './toast/toast-store.ts'
export { TOAST_MS, toast } from './toast/toast.ts'
