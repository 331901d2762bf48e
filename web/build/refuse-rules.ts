import type { Plugin } from 'vite';

/** The server renders in QuickJS, which has no WebAssembly: a bundle that reaches the rules would fail at run time. */
export function refuseRules(): Plugin {
  return {
    name: 'onefare-refuse-rules',
    enforce: 'pre',
    resolveId(source, importer) {
      if (/(^|\/)rules\//.test(source)) {
        this.error(`${importer ?? 'the server bundle'} imports ${source}: the server bundle must not reach the rules`);
      }
      return null;
    },
  };
}
