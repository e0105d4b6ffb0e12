import { api } from './api';
import type { Person } from './types';

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false);

  async load(): Promise<void> {
    try {
      this.person = (await api.me()).person;
    } finally {
      this.known = true;
    }
  }

  async sign(how: 'login' | 'register', name: string, password: string): Promise<void> {
    this.person = (await api[how](name, password)).person;
  }

  async leave(): Promise<void> {
    await api.logout();
    this.person = null;
  }

  async enter(name: string): Promise<void> {
    this.person = (await api.guest(name)).person;
  }
}

export const session = new Session();
