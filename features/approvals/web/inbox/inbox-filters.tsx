import { ENVIRONMENTS } from '@qd/contract-kit'
import { useKitText } from '@qd/web-base'
import { FilterPicker } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import { Button } from 'antd'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { INBOX_ORDERS, RISK_LEVELS } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './inbox.module.css'
import type { InboxState } from './use-inbox-state.ts'

type Key = 'kind' | 'risk' | 'env'

/** Kind, risk, environment and place of requests, and what comes first; open where something is chosen. */
export function InboxFilters({ state }: { state: InboxState }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const { filter, isFiltered, setFilter, clearFilter, open, box } = state
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted || isFiltered
  const choice = (key: Key, label: string, options: { value: string; label: string }[]) => (
    <FilterPicker
      label={label}
      value={filter[key]}
      options={options}
      onChange={(value) => setFilter({ [key]: value })}
    />
  )
  return (
    <section className={styles.filters} aria-label={t('filter.title')}>
      <div className={styles.filterHead}>
        <Button
          size="small"
          type="text"
          icon={<ListFilter size={13} aria-hidden />}
          aria-expanded={isOpen}
          disabled={isFiltered}
          onClick={() => setWanted(!isOpen)}
        >
          {t('filter.title')}
        </Button>
        {isFiltered ? (
          <Button size="small" type="link" onClick={clearFilter}>
            {t('filter.clear')}
          </Button>
        ) : null}
        {box === 'to_decide' ? (
          <FilterPicker
            label={t('filter.order')}
            value={filter.order}
            options={INBOX_ORDERS.map((value) => ({ value, label: t(`filter.first.${value}`) }))}
            onChange={(order) => setFilter({ order: order === 'end' ? 'end' : 'risk' })}
          />
        ) : null}
      </div>
      {isOpen ? (
        <div className={styles.choices}>
          {choice(
            'kind',
            t('batch.kind'),
            (open.first?.types ?? []).map(({ type, title }) => ({ value: type, label: title })),
          )}
          {choice(
            'risk',
            t('facts.risk'),
            RISK_LEVELS.toReversed().map((value) => ({ value, label: t(`risk.${value}`) })),
          )}
          {choice(
            'env',
            t('filter.environment'),
            ENVIRONMENTS.toReversed().map((value) => ({ value, label: kit(`environment.${value}`) })),
          )}
          <div className={styles.at} role="group" aria-label={t('facts.place')}>
            <Slot
              name="placePicker"
              values={{ scope: filter.at, onChange: (at: string) => setFilter({ at }) }}
            />
          </div>
        </div>
      ) : null}
    </section>
  )
}
