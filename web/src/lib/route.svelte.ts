// Pages live behind the #, so that any server can serve them and an invitation stays out of its logs.
export interface Route { page: string; id: string; query: URLSearchParams }

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', id = ''] = path.split('/');
  return { page, id: decodeURIComponent(id), query: new URLSearchParams(query) };
}

class Router {
  now = $state.raw<Route>(read());
  constructor() {
    addEventListener('hashchange', () => (this.now = read()));
  }
}

export const router = new Router();
export const go = (hash: string) => void (location.hash = hash);
