export { callFile } from './api/call-file.ts'
export { useCallLog } from './api/call-log.ts'
export type { LoggedCall } from './api/call-log.ts'
export { call, reportFailure } from './api/call.ts'
export type { CallOptions } from './api/call.ts'
export type { Asker, FailurePlace, TagKey } from './api/failure-place.ts'
export { noteGameServer, useLostServer } from './api/game-server-reach.ts'
export type { LostServer } from './api/game-server-reach.ts'
export { createQueryClient, queryClient } from './api/query-client.ts'
export { checkReach, outageNow, useOutage, useReachability } from './api/reachability.ts'
export type { Outage, Reach } from './api/reachability.ts'
export { readAgain, setRightsCheck, takeRights } from './api/refused-rights.ts'
export { queryKeyOf, useCall } from './api/use-call.ts'
export type { UseCallOptions } from './api/use-call.ts'
export { useCalls } from './api/use-calls.ts'
export { useHold } from './api/use-hold.ts'
export { usePages } from './api/use-pages.ts'
export type { Pages } from './api/use-pages.ts'
export { useSend } from './api/use-send.ts'
export { provideApprovals, setApprovalsOn } from './confirmation/approval-desk.ts'
export type { UnapprovedCall } from './confirmation/approval-desk.ts'
export { newConfirmation } from './confirmation/confirmation.ts'
export type { Confirmation } from './confirmation/confirmation.ts'
export { provideStepUp } from './confirmation/step-up.ts'
export type { StepUpDesk } from './confirmation/step-up.ts'
export { listenLive, retryLive, startLive, useLiveState } from './live/live-client.ts'
export { openLive } from './live/open-live.ts'
export type { LiveChannel, LiveListener } from './live/open-live.ts'
export { useLive } from './live/use-live.ts'
export { Allowed, useMay } from './permission/allowed.tsx'
export type { ParameterSet } from './remembered/parameter-sets.ts'
export { useRememberedSets } from './remembered/use-remembered-sets.ts'
export type { RememberedSets } from './remembered/use-remembered-sets.ts'
export { LevelGate } from './scope/level-gate.tsx'
export { useSelectedLine } from './scope/line-ref.ts'
export type { LineRef } from './scope/line-ref.ts'
export { missingLevel } from './scope/missing-level.ts'
export type { MissingLevel } from './scope/missing-level.ts'
export { addressWithPlace, addressWithoutPlace, isAtPlace, placeOfAddress } from './scope/place-address.ts'
export type { LinkedPlace } from './scope/place-address.ts'
export {
  NO_PLAYER,
  addressWithPlayer,
  playerAddress,
  playerOfAddress,
  searchAddress,
  textToFind,
} from './scope/player-address.ts'
export type { NamedPlayer } from './scope/player-address.ts'
export { LEVEL_MESSAGE_MS, requireLevel, useWantedSelector, wantSelector } from './scope/require-level.ts'
export {
  recentKey,
  selectedEnvironment,
  selectedLine,
  selectedPlace,
  selectedServer,
  useScope,
} from './scope/scope.ts'
export type {
  ChannelOption,
  FoundPlayer,
  GameOption,
  LineOption,
  OperatorOption,
  ScopeState,
  ServerOption,
} from './scope/scope.ts'
export { selectionOf } from './scope/selection.ts'
export type { Selection } from './scope/selection.ts'
export { SelectionMissing } from './scope/selection-missing.tsx'
export { isSelectionSettled, settledKey } from './scope/selection-settled.ts'
export { mayAct, useAction } from './scope/use-action.ts'
export type { Action, ActionSpec } from './scope/use-action.ts'
export { useWantedFocus } from './scope/use-wanted-focus.ts'
export { isLeftPage, returnToPages, visitPage } from './session/left-pages.ts'
export { followOtherTabs } from './session/other-tabs.ts'
export {
  endSession,
  leaveSession,
  whenSessionEnds,
  whenSessionGoesOn,
  whenUserLeaves,
} from './session/session-end.ts'
