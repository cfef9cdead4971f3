Sr
Sra
