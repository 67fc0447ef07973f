import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AutoComplete, Input, Select } from 'antd'
import { expect, test } from 'vitest'
import { ThemeProvider } from './theme-provider.tsx'

const OPTIONS = [{ value: 'ice' }, { value: 'sand' }]

test('the list of a select has the name of its box, also after what it holds has changed', async () => {
  const user = userEvent.setup()
  render(
    <ThemeProvider>
      <Select aria-label="Ground" options={OPTIONS} showSearch />
      <label htmlFor="query">Query</label>
      <AutoComplete id="query" options={OPTIONS} showSearch={{ filterOption: true }}>
        <Input />
      </AutoComplete>
    </ThemeProvider>,
  )
  const ground = screen.getByRole('combobox', { name: 'Ground' })
  await user.click(ground)
  expect(await screen.findByRole('listbox', { name: 'Ground' })).toBeDefined()
  await user.type(ground, 'nothing like it')
  expect(await screen.findByRole('listbox', { name: 'Ground' })).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'Query' }))
  expect(await screen.findByRole('listbox', { name: 'Query' })).toBeDefined()
})
