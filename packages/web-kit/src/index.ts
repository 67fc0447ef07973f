export { CallError, isCallError } from './api/call-error.ts'
export { call, reportFailure } from './api/call.ts'
export { copyText } from './copy-text.ts'
export type { CallOptions } from './api/call.ts'
export { useCallLog } from './api/call-log.ts'
export type { LoggedCall } from './api/call-log.ts'
export { callFile } from './api/call-file.ts'
export { queryKeyOf, useCall } from './api/use-call.ts'
export type { UseCallOptions } from './api/use-call.ts'
export { checkReach, useReachability } from './api/reachability.ts'
export type { Reach } from './api/reachability.ts'
export { useHold } from './api/use-hold.ts'
export { useCalls } from './api/use-calls.ts'
export { readAgain, setRightsCheck, takeRights } from './api/refused-rights.ts'
export { useSend } from './api/use-send.ts'
export { createQueryClient, queryClient } from './api/query-client.ts'
export { leavePreview, previewAbout, startPreview } from './stores/preview.ts'
export { useSuspended } from './stores/suspended.ts'
export { useSession } from './stores/session.ts'
export type { SessionUser } from './stores/session.ts'
export {
  recentKey,
  selectedEnvironment,
  selectedLine,
  selectedOperator,
  selectedPlace,
  selectedServer,
  selectionOf,
  useScope,
} from './stores/scope.ts'
export type {
  ChannelOption,
  FoundPlayer,
  GameOption,
  LineOption,
  OperatorOption,
  ScopeState,
  Selection,
  ServerOption,
} from './stores/scope.ts'
export { forgetUnsaved, setUnsaved, unsavedInPage, unsavedInTab, useUnsaved } from './stores/unsaved.ts'
export { DEFAULT_SETTINGS, readSettings, settingsOf, useSettings } from './stores/settings.ts'
export type { Density, Settings, ThemeChoice, ZoneMode } from './stores/settings.ts'
export { setServerZone, useTimeZone, zoneName } from './time/zone.ts'
export type { TimeZone } from './time/zone.ts'
export { registerShortcuts, useShortcuts } from './shortcuts/registry.ts'
export type { Shortcut } from './shortcuts/registry.ts'
export { useShortcut } from './shortcuts/use-shortcut.ts'
export type { ShortcutOptions } from './shortcuts/use-shortcut.ts'
export { TimePicker, TimeRangePicker } from './time/time-picker.tsx'
export type { TimePickerProps, TimeRange, TimeRangePickerProps } from './time/wall-picker.tsx'
export { clearStorage, dropStored, readStored, storedState, writeStored } from './stores/storage.ts'
export { ADMIN_ROLE, can, userCan, userReaches } from './permission/can.ts'
export { Allowed, useCan } from './permission/allowed.tsx'
export { PERMISSION_TITLES, permissionTitle, usePermissionTitle } from './permission/permission-title.ts'
export { LEVEL_MESSAGE_MS, missingLevel, requireLevel } from './scope/require-level.ts'
export { TOAST_MS, toast } from './toast/toast.ts'
export { MESSAGES_KEPT, unreadCount, useMessageLog } from './messages/message-log.ts'
export type { LoggedMessage } from './messages/message-log.ts'
export { TOAST_ICONS, ToastHost } from './toast/toast-host.tsx'
export { openDialog } from './dialog/open-dialog.ts'
export { closeDialogsOf, hasDialog, hasDialogInView, useDialogs } from './dialog/dialog-store.ts'
export type { DialogControls, DialogOptions } from './dialog/dialog-store.ts'
export { DialogHost } from './dialog/dialog-host.tsx'
export { DialogActions } from './dialog/dialog-actions.tsx'
export { alertBox } from './dialog/alert-box.tsx'
export { openConfirm } from './dialog/confirm.tsx'
export { BeforeAfter } from './parts/before-after.tsx'
export { Panel } from './parts/panel.tsx'
export type { PanelProps } from './parts/panel.tsx'
export { PanelGrid } from './parts/panel-grid.tsx'
export { Tag } from './parts/tag.tsx'
export type { Tone } from './parts/tag.tsx'
export { ENVIRONMENT_TONES, EnvironmentTag } from './parts/environment-tag.tsx'
export { Kbd } from './parts/kbd.tsx'
export { KeyChips } from './parts/key-chips.tsx'
export { Banner } from './parts/banner.tsx'
export { CopyButton } from './parts/copy-button.tsx'
export { IconButton } from './parts/icon-button.tsx'
export { ListSearch } from './parts/list-search.tsx'
export { EmptyState, ErrorState, NoPermission } from './parts/faces.tsx'
export { LoadingRows, Skeleton } from './parts/skeleton.tsx'
export { VirtualTable } from './parts/virtual-table.tsx'
export type { Column, VirtualTableProps } from './parts/virtual-table.tsx'
export { ConfirmButton } from './parts/confirm-button.tsx'
export { MenuButton } from './parts/menu-button.tsx'
export type { MenuItem } from './parts/menu-items.tsx'
export { Picker } from './parts/picker.tsx'
export type { PickerOption } from './parts/picker-option.ts'
export { usePopover } from './parts/use-popover.ts'
export { SegmentedControl } from './parts/segmented-control.tsx'
export type { Segment } from './parts/segmented-control.tsx'
export { PageErrorBoundary } from './parts/page-error-boundary.tsx'
export { useIsMobile, useMediaQuery } from './parts/use-media-query.ts'
export { useNow } from './parts/use-now.ts'
export { currentLanguage, startTexts, switchLanguage, texts } from './i18n/i18n.ts'
export type { TextLoader } from './i18n/i18n.ts'
export { textByKey, textOf, useTexts } from './i18n/use-texts.ts'
export type { FeatureTexts, KeyOf, TextKeys, TextValues, Translate } from './i18n/text-keys.ts'
export { kitText, useKitText } from './i18n/kit-text.ts'
export { formatAgo, formatInstant, formatQuantity } from './i18n/format.ts'
export { ThemeProvider, presetTokens } from './theme/theme-provider.tsx'
export { DEFAULT_THEME_COLOR, THEME_COLORS } from './theme/presets.ts'
export { useRowHeight } from './theme/use-row-height.ts'
export { useMode } from './theme/use-mode.ts'
export { currentPath, goTo, isOnLoginPage, safeRedirect, setNavigator } from './navigation.ts'
export {
  endSession,
  leaveSession,
  whenSessionEnds,
  whenSessionGoesOn,
  whenUserLeaves,
} from './session-end.ts'
export { listenLive, retryLive, startLive, useLiveState } from './live/live-client.ts'
export { useLive } from './live/use-live.ts'
export type {
  CommandSpec,
  MenuGroup,
  PageComponent,
  PageSpec,
  WebFeature,
  WebSlots,
} from './feature/web-feature.ts'
export { TabContext, tabIdOf, useMarkUnsaved, useTab, useTabName } from './feature/tab.ts'
export { tellTabClosed, whenTabCloses } from './feature/tab-closed.ts'
export type { ClosedTab } from './feature/tab-closed.ts'
export type { Tab } from './feature/tab.ts'
export { Time } from './parts/time.tsx'
export { Slot, setFeatures, useFeatures } from './feature/slots.tsx'
export { useRoleName } from './feature/role-name.ts'
export { forgetKept, keep, keptValue, loadKept, setPreferenceKeeper, useKept } from './stores/kept.ts'
export type { PreferenceKeeper } from './stores/kept.ts'
export { setPresetKeeper } from './presets/preset-keeper.ts'
export type { FilterPreset, PresetDraft, PresetKeeper } from './presets/preset-keeper.ts'
export { DataTable } from './table/data-table.tsx'
export { COLUMN_WIDTHS } from './table/data-column.ts'
export type { DataColumn } from './table/data-column.ts'
export type {
  DataTableProps,
  FilterPresets,
  MoreRows,
  Paging,
  ServerSort,
  TableExport,
} from './table/data-table-props.ts'
export { ColumnSettings } from './table/column-settings.tsx'
export { placeColumns } from './table/column-layout.ts'
export type { PlacedColumn, Placement } from './table/column-layout.ts'
export { useColumnLayout } from './table/use-column-layout.ts'
export type { LayoutControls } from './table/use-column-layout.ts'
export { GridHead } from './table/grid-head.tsx'
export type { RowFrame } from './table/grid-row.tsx'
export { nextSort } from './table/use-grid-rows.ts'
export type { GridSort, SortState } from './table/use-grid-rows.ts'
export { columnsInView, rowsInView, useGridWindow } from './table/use-grid-window.ts'
export type { ColumnSlice } from './table/use-grid-window.ts'
export { ExportButton } from './table/export-button.tsx'
export { FloatingMenu } from './table/floating-menu.tsx'
export type { MenuPlace } from './table/floating-menu.tsx'
export { PAGED_ROW_HEIGHT, pageSizeFor, usePageSize } from './table/use-page-size.ts'
export { useUrlFilter } from './table/use-url-filter.ts'
export type { UrlFilter } from './table/use-url-filter.ts'
export { Form } from './form/form.tsx'
export { FormActions } from './form/form-actions.tsx'
export { FieldFrame } from './form/field-frame.tsx'
export type { FieldControl, FieldProps } from './form/field-frame.tsx'
export { useField, useForm } from './form/form-context.ts'
export type { FieldState } from './form/form-context.ts'
export { useZodForm } from './form/use-zod-form.ts'
export type { ZodForm, ZodFormOptions } from './form/use-zod-form.ts'
export type { Issue } from './form/issue-text.ts'
export { NumberField, TextAreaField, TextField } from './form/text-field.tsx'
export { PasswordField } from './form/password-field.tsx'
export { MultiSelectField, SelectField, SwitchField } from './form/choice-field.tsx'
export type { ChoiceOption } from './form/choice-field.tsx'
export { useClearable } from './form/use-clearable.tsx'
export { CheckListField, JsonField, TagInputField, TimeField } from './form/list-field.tsx'
export { jsonTextSchema } from './form/json-text.ts'
export { SecretField } from './form/secret-field.tsx'
export { useRememberedSets } from './remembered/use-remembered-sets.ts'
export type { RememberedSets } from './remembered/use-remembered-sets.ts'
export type { ParameterSet } from './remembered/parameter-sets.ts'
