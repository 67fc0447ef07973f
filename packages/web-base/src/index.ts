export {
  currentPath,
  goTo,
  isBehind,
  isFromOutside,
  isOnLoginPage,
  safeRedirect,
  setNavigator,
} from './address/navigation.ts'
export { pageBase } from './address/page-base.ts'
export { CallError, isCallError } from './call-error.ts'
export { followInstallOffer, useInstallOffer } from './install/install-offer.ts'
export { lazyPart } from './lazy-part.ts'
export { copyText } from './copy-text.ts'
export { formatAgo, formatInstant, formatMoment, formatQuantity } from './i18n/format.ts'
export { currentLanguage, startTexts, switchLanguage, texts } from './i18n/i18n.ts'
export type { TextLoader } from './i18n/i18n.ts'
export { effectWords } from './i18n/effect-words.ts'
export { kitText, useKitText } from './i18n/kit-text.ts'
export { PERMISSION_TITLES, permissionTitle, usePermissionTitle } from './i18n/permission-title.ts'
export { RESOURCE_TITLES, useResourceTitle } from './i18n/resource-title.ts'
export type { FeatureTexts, KeyOf, Namespace, TextKeys, TextValues, Translate } from './i18n/text-keys.ts'
export { textByKey, textOf, textOfTag, useTexts } from './i18n/use-texts.ts'
export { cssZoom } from './look/css-zoom.ts'
export { DEFAULT_THEME_COLOR, THEME_COLORS } from './look/presets.ts'
export { ThemeProvider, presetTokens } from './look/theme-provider.tsx'
export { useIsMobile, useMediaQuery } from './look/use-media-query.ts'
export { useMode } from './look/use-mode.ts'
export { useRowHeight } from './look/use-row-height.ts'
export { saveFile } from './save-file.ts'
export { DEFAULT_SETTINGS, SETTINGS_KEY, readSettings, settingsOf, useSettings } from './settings.ts'
export type { Density, Settings, ThemeChoice, ZoneMode } from './settings.ts'
export { shortId } from './short-id.ts'
export {
  clearStorage,
  dropStored,
  storedNames,
  dropOfWindow,
  readOfWindow,
  readStored,
  storedState,
  writeOfWindow,
  writeStored,
} from './storage.ts'
export { ADMIN_ROLE, userMay, userReaches } from './user/can.ts'
export type { Guarded } from './user/can.ts'
export { isPreviewing, leavePreview, openAnew, previewAbout, startPreview } from './user/preview.ts'
export { useSession } from './user/session.ts'
export { useIsPreview } from './user/use-is-preview.ts'
export type { SessionUser } from './user/session.ts'
export { useEndReason, useSuspended } from './user/suspended.ts'
export { currentZone, localMinutes, setServerZone, useServerZone, useTimeZone, zoneName } from './zone.ts'
export type { TimeZone } from './zone.ts'
