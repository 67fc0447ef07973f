import { LANGUAGES, LANGUAGE_NAMES } from '@qd/i18n'
import { formatInstant, useSettings, useTexts, useTimeZone, zoneName } from '@qd/web-base'
import { SegmentedControl, useNow } from '@qd/web-controls'
import { Drawer, Select } from 'antd'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { ColorChoice } from './color-choice.tsx'
import { SettingRow, SettingSection, SwitchRow } from './setting-row.tsx'
import { SettingsFoot } from './settings-foot.tsx'

function LookSection(): ReactNode {
  const t = useTexts('shell')
  const settings = useSettings()
  return (
    <SettingSection title={t('settings.section.look')}>
      <SettingRow label={t('settings.theme')} isStacked>
        <SegmentedControl
          isBlock
          label={t('settings.theme')}
          value={settings.theme}
          segments={(['light', 'dark', 'system'] as const).map((value) => ({
            value,
            label: t(`settings.themes.${value}`),
          }))}
          onChange={settings.setTheme}
        />
      </SettingRow>
      <SettingRow label={t('settings.color')} isStacked>
        <ColorChoice />
      </SettingRow>
      <SettingRow label={t('settings.density')} isStacked>
        <SegmentedControl
          isBlock
          label={t('settings.density')}
          value={settings.density}
          segments={(['compact', 'comfortable'] as const).map((value) => ({
            value,
            label: t(`settings.densities.${value}`),
          }))}
          onChange={(density) => settings.change({ density })}
        />
      </SettingRow>
      <SwitchRow
        label={t('settings.reducedMotion')}
        isOn={settings.reducedMotion}
        onChange={(reducedMotion) => settings.change({ reducedMotion })}
      />
    </SettingSection>
  )
}

function LayoutSection(): ReactNode {
  const t = useTexts('shell')
  const settings = useSettings()
  return (
    <SettingSection title={t('settings.section.layout')}>
      <SwitchRow
        label={t('settings.tagsView')}
        isOn={settings.tagsView}
        onChange={(tagsView) => settings.change({ tagsView })}
      />
      <SwitchRow
        label={t('settings.fixedHeader')}
        hint={t('settings.fixedHeaderHint')}
        isOn={settings.fixedHeader}
        onChange={(fixedHeader) => settings.change({ fixedHeader })}
      />
      <SwitchRow
        label={t('settings.sidebarLogo')}
        isOn={settings.sidebarLogo}
        onChange={(sidebarLogo) => settings.change({ sidebarLogo })}
      />
    </SettingSection>
  )
}

const MINUTE_MS = 60_000

function TimeSection(): ReactNode {
  const t = useTexts('shell')
  const { language, timeZone, setLanguage, change } = useSettings()
  const { minutesAt, isGuessed } = useTimeZone()
  const now = useNow(MINUTE_MS)
  const minutes = minutesAt(now)
  const example = `${formatInstant(now, minutes).slice(0, 16)} ${zoneName(minutes)}`
  return (
    <SettingSection title={t('settings.section.time')}>
      <SettingRow label={t('settings.language')}>
        <Select
          aria-label={t('settings.language')}
          style={{ width: 150 }}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={setLanguage}
        />
      </SettingRow>
      <SettingRow
        label={t('settings.timeZone')}
        hint={isGuessed ? `${example} · ${t('settings.zoneGuessed')}` : example}
        isStacked
      >
        <SegmentedControl
          isBlock
          label={t('settings.timeZone')}
          value={timeZone}
          segments={(['server', 'local', 'utc'] as const).map((value) => ({
            value,
            label: t(`settings.zones.${value}`),
          }))}
          onChange={(next) => change({ timeZone: next })}
        />
      </SettingRow>
    </SettingSection>
  )
}

function KeysSection(): ReactNode {
  const t = useTexts('shell')
  const settings = useSettings()
  return (
    <SettingSection title={t('settings.section.keys')}>
      <SwitchRow
        label={t('settings.singleKeys')}
        hint={t('settings.singleKeysHint')}
        isOn={settings.singleKeys}
        onChange={(singleKeys) => settings.change({ singleKeys })}
      />
      <SwitchRow
        label={t('settings.browserReload')}
        hint={t('settings.browserReloadHint')}
        isOn={settings.browserReload}
        onChange={(browserReload) => settings.change({ browserReload })}
      />
    </SettingSection>
  )
}

function ToolsSection(): ReactNode {
  const t = useTexts('shell')
  const debugging = useSettings((state) => state.debugging)
  const giftTimes = useSettings((state) => state.giftTimes)
  const change = useSettings((state) => state.change)
  return (
    <SettingSection title={t('settings.section.tools')}>
      <SwitchRow
        label={t('settings.giftTimes')}
        hint={t('settings.giftTimesHint')}
        isOn={giftTimes}
        onChange={(next) => change({ giftTimes: next })}
      />
      <SwitchRow
        label={t('settings.debugging')}
        hint={t('settings.debuggingHint')}
        isOn={debugging}
        onChange={(next) => change({ debugging: next })}
      />
    </SettingSection>
  )
}

/** How the console looks and behaves; each change takes effect at once (S2.24, S2.29). */
export default function SettingsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  return (
    <Drawer
      open
      placement="right"
      size="min(360px, 100vw)"
      title={t('settings.title')}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      <LookSection />
      <LayoutSection />
      <TimeSection />
      <KeysSection />
      <ToolsSection />
      <SettingsFoot />
    </Drawer>
  )
}
