import { z } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import {
  Form,
  FormActions,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useZodForm,
} from '@qd/web-forms'
import { Slot, openDialog } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { LOAD_MAX, LOAD_MIN } from '../../contract/index.ts'
import { sessionOf } from '../keys/key-sessions.ts'
import { LOAD_WARNS_AT, useLoadSettings } from '../keys/load-settings.ts'
import type { LoadSettings } from '../keys/load-settings.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { useActiveDatabase } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { askClearCache } from './clear-cache.ts'
import { Limits } from './limits.tsx'
import { FONT_NAME, FONT_NAME_MAX, useOwnFont } from './own-font.ts'
import { REFRESH_SECONDS_MAX, useRefreshSeconds } from './refresh-seconds.ts'
import { ZOOM_MAX, ZOOM_MIN, useZoom } from './zoom.tsx'
import styles from './settings.module.css'

const schema = z.object({
  load: z.int().check(z.gte(LOAD_MIN), z.lte(LOAD_MAX)),
  mode: z.enum(['quick', 'full']),
  shape: z.enum(['tree', 'list']),
  hasSizes: z.boolean(),
  seconds: z.int().check(z.gte(1), z.lte(REFRESH_SECONDS_MAX)),
  zoom: z.int().check(z.gte(ZOOM_MIN), z.lte(ZOOM_MAX)),
  font: z.string().check(z.trim(), z.maxLength(FONT_NAME_MAX), z.regex(FONT_NAME)),
})

const BOUNDS = {
  load: [LOAD_MIN, LOAD_MAX],
  seconds: [1, REFRESH_SECONDS_MAX],
  zoom: [ZOOM_MIN, ZOOM_MAX],
} as const

function boundsText(t: RedisTexts, field: keyof typeof BOUNDS): string {
  const [min, max] = BOUNDS[field]
  return t('keys.load.bounds', { min: formatQuantity(min), max: formatQuantity(max) })
}

/** The database in view is read again where it is loaded in another way now. */
function reload(
  database: OpenDatabase | null,
  { load, mode, isTree }: Pick<LoadSettings, 'load' | 'mode' | 'isTree'>,
): void {
  if (database === null) return
  const session = sessionOf(database)
  const wanted = { load, mode, isTree: isTree && database.connection.separators.length > 0 }
  const { params } = session.state
  if (params.load === wanted.load && params.mode === wanted.mode && params.isTree === wanted.isTree) return
  void session.scan(wanted)
}

/** A load above the usual is allowed, and what it costs is said with the number. */
function LoadWarning({ typed }: { typed: unknown }): ReactNode {
  const t = useRedisTexts()
  if (typeof typed !== 'number' || typed <= LOAD_WARNS_AT) return null
  return (
    <p role="alert" className={styles.warn}>
      {t('keys.load.warning', { count: typed, limit: formatQuantity(LOAD_WARNS_AT) })}
    </p>
  )
}

function KeyFields({ typed }: { typed: unknown }): ReactNode {
  const t = useRedisTexts()
  const choice = (value: 'tree' | 'list' | 'quick' | 'full', label: string) => ({ value, label })
  return (
    <>
      <h3 className={styles.group}>{t('page.keys')}</h3>
      <NumberField name="load" label={t('keys.load.label')} help={boundsText(t, 'load')} isRequired />
      <LoadWarning typed={typed} />
      <div className={styles.pair}>
        <SelectField
          name="mode"
          label={t('settings.mode')}
          options={[choice('quick', t('settings.quick')), choice('full', t('keys.view.full'))]}
        />
        <SelectField
          name="shape"
          label={t('keys.view.title')}
          help={t('settings.listHint')}
          options={[choice('tree', t('keys.view.tree')), choice('list', t('keys.view.list'))]}
        />
      </div>
      <SwitchField name="hasSizes" label={t('keys.view.sizes')} />
    </>
  )
}

function SettingsForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const queries = useQueryClient()
  const database = useActiveDatabase()
  const [{ load, mode, isTree, hasSizes }, change] = useLoadSettings()
  const [seconds, setSeconds] = useRefreshSeconds()
  const [ownFont, setOwnFont] = useOwnFont()
  const [ownZoom, setZoom] = useZoom()
  const form = useZodForm({
    schema,
    initial: { load, mode, shape: isTree ? 'tree' : 'list', hasSizes, seconds, font: ownFont, zoom: ownZoom },
    send: async (settings) => settings,
    onSent: ({ seconds: every, shape, font, zoom, ...rest }) => {
      onClose()
      const next = { ...rest, isTree: shape === 'tree' }
      change(next)
      setSeconds(every)
      setOwnFont(font)
      setZoom(zoom)
      reload(database, next)
    },
    issueText: ({ path: [field] }) => {
      if (field === 'font') return t('settings.fontFault', { max: FONT_NAME_MAX })
      return field === 'load' || field === 'seconds' || field === 'zoom' ? boundsText(t, field) : undefined
    },
  })
  return (
    <Form form={form}>
      <KeyFields typed={form.values.load} />
      <h3 className={styles.group}>{t('settings.key')}</h3>
      <NumberField
        name="seconds"
        label={t('settings.seconds')}
        help={boundsText(t, 'seconds')}
        unit={t('detail.unit.seconds')}
        isRequired
      />
      <TextField name="font" label={t('settings.font')} help={t('settings.fontHint')} />
      <NumberField name="zoom" label={t('settings.zoom')} help={boundsText(t, 'zoom')} unit="%" isRequired />
      <h3 className={styles.group}>{t('settings.limits')}</h3>
      <Limits />
      <p className={styles.hint}>{t('settings.elsewhere')}</p>
      <Slot name="consoleParts" />
      <FormActions submitLabel={t('settings.save')} onCancel={onClose}>
        <Button className={styles.clear} onClick={() => askClearCache(queries)}>
          {t('settings.cache.clear')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** How keys are loaded and shown, the limits, and what the page remembers. */
export function openSettings(): void {
  openDialog(({ close }) => <SettingsForm onClose={close} />, {
    title: redisText('settings.title'),
    width: 520,
  })
}
