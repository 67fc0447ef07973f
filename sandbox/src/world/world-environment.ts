/** Where a line stands; the console limits grants and dangerous calls by it. */
export type WorldEnvironment = 'dev' | 'test' | 'production'
