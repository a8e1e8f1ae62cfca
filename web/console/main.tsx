document.getElementById('root')!.textContent = 'The pages of operators';
