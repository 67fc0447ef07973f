import { Button, Checkbox, Input, Select } from 'antd'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ANALYSIS_SHARES, REDIS_TYPES } from '../../contract/index.ts'
import type { AnalysisOptions } from '../../contract/index.ts'
import { sizeText } from '../detail/model/bytes.ts'
import { patternOf } from '../keys/key-names.ts'
import { useRedisTexts } from '../texts.ts'
import type { AnalysisSession } from './analysis-session.ts'
import { useAnalysis } from './analysis-session.ts'
import styles from './analysis.module.css'

const MIN_BYTES = [0, 1_024, 10_240, 102_400, 1_048_576]

type Choice = Omit<AnalysisOptions, 'separators'>

const USUAL: Choice = {
  pattern: '',
  type: '',
  share: 1,
  minBytes: 0,
  withElements: true,
  withFrequency: false,
}

/** Which keys a run measures and what it asks of each; a run that is there shows with what it was begun. */
export function OptionsBar({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const begun = useAnalysis(session, ({ progress }) => progress)
  const [changed, setChanged] = useState<Partial<Choice>>({})
  const choice: Choice = { ...USUAL, ...begun?.options, ...changed }
  const set = (change: Partial<Choice>): void => setChanged({ ...changed, ...change })
  const isBusy = begun?.state === 'running' || begun?.state === 'paused'
  const begin = (): void => {
    const pattern = patternOf(choice.pattern.trim())
    setChanged({})
    void session.begin({ ...choice, pattern, separators: session.database.connection.separators })
  }
  return (
    <form
      className={styles.options}
      aria-label={t('analysis.options')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) begin()
      }}
    >
      <Input
        className={styles.pattern}
        aria-label={t('analysis.pattern')}
        placeholder={t('analysis.patternHint')}
        maxLength={998}
        value={choice.pattern}
        disabled={isBusy}
        onChange={({ target }) => set({ pattern: target.value })}
      />
      <Select
        aria-label={t('analysis.type')}
        className={styles.select}
        value={choice.type}
        disabled={isBusy}
        onChange={(type) => set({ type })}
        options={['', ...REDIS_TYPES].map((type) => ({
          value: type,
          label: type === '' ? t('keys.allTypes') : type === 'other' ? t('keys.otherTypes') : type,
        }))}
      />
      <Select
        aria-label={t('analysis.sample')}
        className={styles.select}
        value={choice.share}
        disabled={isBusy}
        onChange={(share) => set({ share })}
        options={ANALYSIS_SHARES.map((share) => ({
          value: share,
          label: share === 1 ? t('analysis.everyKey') : t('analysis.oneOf', { count: share }),
        }))}
      />
      <Select
        aria-label={t('analysis.minBytes')}
        className={styles.select}
        value={choice.minBytes}
        disabled={isBusy}
        onChange={(minBytes) => set({ minBytes })}
        options={MIN_BYTES.map((bytes) => ({
          value: bytes,
          label: bytes === 0 ? t('analysis.anySize') : t('analysis.listFrom', { size: sizeText(bytes) }),
        }))}
      />
      <span title={t('analysis.elementsHint')}>
        <Checkbox
          checked={choice.withElements}
          disabled={isBusy}
          onChange={({ target }) => set({ withElements: target.checked })}
        >
          {t('analysis.withElements')}
        </Checkbox>
      </span>
      <span title={t('analysis.frequencyHint')}>
        <Checkbox
          checked={choice.withFrequency}
          disabled={isBusy}
          onChange={({ target }) => set({ withFrequency: target.checked })}
        >
          {t('analysis.withFrequency')}
        </Checkbox>
      </span>
      <Button
        type="primary"
        size="small"
        htmlType="submit"
        disabled={isBusy}
        icon={<Play size={13} aria-hidden />}
      >
        {t(begun === null ? 'analysis.begin' : 'analysis.again')}
      </Button>
    </form>
  )
}
