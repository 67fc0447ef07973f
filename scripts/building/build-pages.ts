import { join } from 'node:path'
import type { InlineConfig, Rolldown } from 'vite'
import { chunkGroups, layerOfModules } from './web-chunks.ts'

/**
 * Builds the pages of a folder: once as the bundler divides them, to learn what needs what, and once into the files
 * that are served. Only the second is written.
 */
export async function buildPages(
  web: string,
  more: InlineConfig['build'] = {},
): Promise<Rolldown.RolldownOutput> {
  const { build } = await import('vite')
  const config: InlineConfig = { root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'error' }
  const divided = await build({ ...config, build: { write: false, minify: false } })
  const layers = layerOfModules((divided as Rolldown.RolldownOutput).output, web)
  const codeSplitting = { groups: chunkGroups(layers) }
  const built = await build({ ...config, build: { ...more, rolldownOptions: { output: { codeSplitting } } } })
  return built as Rolldown.RolldownOutput
}
