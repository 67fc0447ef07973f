import { isCallError, saveFile, textOf, useTexts } from '@qd/web-base'
import { call, useMay } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportCatalogue, importCatalogue } from '../../contract/index.ts'
import { ImportDialog } from './import-dialog.tsx'

async function exportAs(format: 'json' | 'csv'): Promise<void> {
  try {
    const { fileName, text } = await call(
      exportCatalogue,
      { body: { format } },
      { tag: 'catalogue:exchange', told: 'toast' },
    )
    // Spreadsheets take UTF-8 for what it is only behind its mark.
    const isCsv = format === 'csv'
    saveFile(fileName, isCsv ? `\uFEFF${text}` : text, isCsv ? 'text/csv' : undefined)
  } catch (error) {
    // The call has told it.
    if (!isCallError(error)) throw error
  }
}

/** Import and export of the whole catalogue. */
export function ExchangeMenu(): ReactNode {
  const t = useTexts('catalogue')
  const mayImport = useMay(importCatalogue)
  const items = [
    { key: 'json', label: t('export.json'), onSelect: () => void exportAs('json') },
    { key: 'csv', label: t('export.csv'), onSelect: () => void exportAs('csv') },
    ...(mayImport
      ? [
          {
            key: 'import',
            label: t('import.title'),
            isSeparated: true,
            onSelect: () =>
              void openDialog(({ close }) => <ImportDialog onClose={close} />, {
                title: textOf('catalogue', 'import.title'),
                width: 1080,
                isDismissible: false,
              }),
          },
        ]
      : []),
  ]
  return (
    <MenuButton label={t('exchange')} items={items}>
      <Ellipsis size={15} aria-hidden />
    </MenuButton>
  )
}
